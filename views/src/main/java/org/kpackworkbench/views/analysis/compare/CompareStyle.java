package org.kpackworkbench.views.analysis.compare;

import java.util.Objects;

/** The stylesheet of this package's pages. */
final class CompareStyle {
  private CompareStyle() {}

  static String sheet() {
    return Objects.requireNonNull(CompareStyle.class.getResource("compare.css")).toExternalForm();
  }
}
