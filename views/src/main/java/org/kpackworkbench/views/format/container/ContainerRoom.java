package org.kpackworkbench.views.format.container;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.container.ContainerFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** LLVM's containers of device code in the window. */
public final class ContainerRoom {
  private ContainerRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        ContainerFormat.FORMAT,
        KpackIcon.BUNDLE,
        List.of(new ContainerViews()),
        List.of(new ContainerViews()),
        List.of());
  }
}
