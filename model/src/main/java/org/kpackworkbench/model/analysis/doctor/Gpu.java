package org.kpackworkbench.model.analysis.doctor;

import java.util.OptionalInt;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A GPU that libraries run on. Immutable.
 *
 * @param named its name, which may be that of a revision: {@code gfx1250v0}
 * @param units its number of compute units as MIOpen counts them; empty if it is not known
 */
record Gpu(GpuTarget named, OptionalInt units) {
  /** The target as compilers write it. */
  GpuTarget target() {
    return Revision.without(named);
  }

  /** The processor as compilers write it. */
  String processor() {
    return target().processor();
  }

  Gpu as(GpuTarget other) {
    return new Gpu(other, units);
  }

  @Override
  public String toString() {
    return named + (units.isPresent() ? "/" + units.getAsInt() : "");
  }
}
