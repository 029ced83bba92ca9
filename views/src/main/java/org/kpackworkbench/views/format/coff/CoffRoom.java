package org.kpackworkbench.views.format.coff;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.coff.CoffFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Windows binaries in the window. */
public final class CoffRoom {
  private CoffRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        CoffFormat.FORMAT,
        KpackIcon.ELF_LIBRARY,
        List.of(new CoffViews()),
        List.of(new CoffViews()),
        List.of());
  }
}
