package org.kpackworkbench.views.format.aotriton;

import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.kit.parts.PartsViews;

/** AOTriton's packed kernels in the window: files of them, and archives of such files. */
public final class AotritonRoom extends PartsRoom {
  private AotritonRoom(Format format) {
    super(format, new PartsViews(format));
  }

  /** That of files. */
  public static AotritonRoom files() {
    return new AotritonRoom(AotritonFormat.FORMAT);
  }

  /** That of archives. */
  public static AotritonRoom archives() {
    return new AotritonRoom(AotritonZipFormat.FORMAT);
  }
}
