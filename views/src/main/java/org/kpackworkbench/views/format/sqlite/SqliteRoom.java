package org.kpackworkbench.views.format.sqlite;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** SQLite databases in the window. */
public final class SqliteRoom {
  private SqliteRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        SqliteFormat.FORMAT,
        KpackIcon.DATABASE,
        List.of(new SqliteViews()),
        List.of(SqliteViews.PARTS),
        List.of(SqliteViews.PARTS));
  }
}
