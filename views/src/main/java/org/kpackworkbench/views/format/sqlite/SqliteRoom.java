package org.kpackworkbench.views.format.sqlite;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.sqlite.SqliteFormat;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** SQLite databases in the window. */
public final class SqliteRoom implements FormatRoom {
  @Override
  public Format format() {
    return SqliteFormat.FORMAT;
  }

  @Override
  public KpackIcon icon() {
    return KpackIcon.DATABASE;
  }

  @Override
  public List<DocumentViewFactory> views() {
    return List.of(new SqliteViews());
  }

  @Override
  public List<WorkspaceNodeProvider> nodes() {
    return List.of(SqliteViews.PARTS);
  }

  @Override
  public List<PlaceFinder> finders() {
    return List.of(SqliteViews.PARTS);
  }
}
