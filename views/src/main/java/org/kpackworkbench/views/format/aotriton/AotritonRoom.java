package org.kpackworkbench.views.format.aotriton;

import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.spi.FormatRoom;

/** AOTriton's packed kernels in the window: files of them, and archives of such files. */
public final class AotritonRoom {
  private AotritonRoom() {}

  /** Returns the room of files. */
  public static FormatRoom files() {
    return PartsRoom.of(AotritonFormat.FORMAT);
  }

  /** Returns the room of archives. */
  public static FormatRoom archives() {
    return PartsRoom.of(AotritonZipFormat.FORMAT);
  }
}
