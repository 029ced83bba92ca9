package org.kpackworkbench.views.format.kernelprovider;

import org.kpackworkbench.model.format.kernelprovider.KernelProviderFormat;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.spi.FormatRoom;

/** hip-kernel-provider's descriptors in the window: the kernels that they name, which filter. */
public final class KernelProviderRoom {
  private KernelProviderRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return PartsRoom.of(KernelProviderFormat.FORMAT);
  }
}
