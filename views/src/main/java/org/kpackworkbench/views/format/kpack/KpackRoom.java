package org.kpackworkbench.views.format.kpack;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Archives in the window. */
public final class KpackRoom {
  private KpackRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    ArchiveViews archives = new ArchiveViews();
    return new FormatRoom(
        KpackFormat.FORMAT,
        KpackIcon.ARCHIVE,
        List.of(archives),
        List.of(archives.nodes()),
        List.of(archives.finder()));
  }
}
