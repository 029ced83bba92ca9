package org.kpackworkbench.views.format.kernelprovider;

import org.kpackworkbench.model.format.kernelprovider.KernelProviderFormat;
import org.kpackworkbench.views.kit.parts.PartsRoom;
import org.kpackworkbench.views.kit.parts.PartsViews;

/** hip-kernel-provider's descriptors in the window: the kernels that they name, which filter. */
public final class KernelProviderRoom extends PartsRoom {
  /** The room. */
  public KernelProviderRoom() {
    super(KernelProviderFormat.FORMAT, new PartsViews(KernelProviderFormat.FORMAT));
  }
}
