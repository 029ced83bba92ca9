package org.kpackworkbench.views.format.miopen;

import org.kpackworkbench.model.format.miopen.MiopenTextFormat;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.spi.FormatRoom;

/** MIOpen's text databases in the window: their records, which filter. */
public final class MiopenTextRoom {
  private MiopenTextRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return PartsRoom.of(MiopenTextFormat.FORMAT);
  }
}
