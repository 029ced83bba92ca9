package org.kpackworkbench.views.operation.edit.kpack;

import org.kpackworkbench.model.base.target.GpuTarget;

/** Checks targets as they are typed. */
final class TargetText {
  private static final String NONE =
      "This is not a GPU target. Expected: gfx1100, or gfx90a:xnack+ with features.";

  private TargetText() {}

  /** Returns the problem of a target, with what would be right; empty if there is none. */
  static String problem(String text) {
    try {
      if (!text.matches("gfx[0-9a-z].*")) {
        return NONE;
      }
      String right = GpuTarget.parse(text).toString();
      return right.equals(text)
          ? ""
          : "Loaders look for “%s”: they compare the text.".formatted(right);
    } catch (IllegalArgumentException wrong) {
      return NONE;
    }
  }
}
