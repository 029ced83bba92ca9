package org.kpackworkbench.views.toy;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.parts.PartsViews;
import org.kpackworkbench.views.spi.FormatRoom;

/** How the window shows a {@link ToyFormat}. */
final class ToyRoom {
  private ToyRoom() {}

  static FormatRoom room() {
    PartsViews parts = new PartsViews(ToyFormat.FORMAT);
    return new FormatRoom(
        ToyFormat.FORMAT, KpackIcon.NOTE, List.of(parts), List.of(parts), List.of(parts));
  }
}
