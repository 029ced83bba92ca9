package org.kpackworkbench.views.format.offload;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Bundles, in files of their own and in host binaries, in the window. */
public final class BundleRoom {
  private BundleRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        BundleFormat.FORMAT,
        KpackIcon.BUNDLE,
        List.of(new BundleViews()),
        List.of(new BundleNodes()),
        List.of());
  }
}
