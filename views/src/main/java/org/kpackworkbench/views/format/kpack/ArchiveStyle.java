package org.kpackworkbench.views.format.kpack;

import java.util.Objects;

/** The stylesheet of this package's views. */
final class ArchiveStyle {
  private ArchiveStyle() {}

  static String sheet() {
    return Objects.requireNonNull(ArchiveStyle.class.getResource("archive.css")).toExternalForm();
  }
}
