package org.kpackworkbench.model.analysis.verify.coverage;

import org.kpackworkbench.model.base.target.GpuTarget;

/** Which code serves which target. */
final class Targets {
  private Targets() {}

  /** Whether code for one target runs on another: the same, or with fewer features named. */
  static boolean serves(GpuTarget code, GpuTarget target) {
    return code.processor().equals(target.processor())
        && target.features().containsAll(code.features());
  }
}
