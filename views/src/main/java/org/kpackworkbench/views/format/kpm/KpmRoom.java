package org.kpackworkbench.views.format.kpm;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.views.spi.FormatRoom;

/** Manifests of archives in the window. */
public final class KpmRoom {
  private KpmRoom() {}

  /** Returns the room. */
  public static FormatRoom room() {
    return new FormatRoom(
        KpmFormat.FORMAT,
        KpackIcon.MANIFEST,
        List.of(new ManifestViews()),
        List.of(new ManifestNodes()),
        List.of());
  }
}
