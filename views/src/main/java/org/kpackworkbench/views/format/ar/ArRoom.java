package org.kpackworkbench.views.format.ar;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.ar.ArFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Static libraries in the window. */
public final class ArRoom {
  private ArRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        ArFormat.FORMAT,
        KpackIcon.STATIC_LIBRARY,
        List.of(new LibraryViews()),
        List.of(new LibraryNodes()),
        List.of());
  }
}
