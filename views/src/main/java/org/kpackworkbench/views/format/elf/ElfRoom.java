package org.kpackworkbench.views.format.elf;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Host binaries in the window. */
public final class ElfRoom {
  private ElfRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        ElfFormat.FORMAT,
        KpackIcon.ELF_LIBRARY,
        List.of(new ElfViews()),
        List.of(new ElfNodes()),
        List.of());
  }
}
