package org.kpackworkbench.model.analysis.doctor;

import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * GPUs with the name of a processor and kernels of their own: hipBLASLt looks for those of revision
 * 0 of gfx1250 in the folder {@code gfx1250v0}, and nowhere else. Stateless.
 */
final class Revision {
  /** The names of such GPUs, by processor. */
  private static final Map<String, String> NAMES = Map.of("gfx1250", "gfx1250v0");

  private Revision() {}

  /**
   * The name of the GPUs of a processor that have kernels of their own; empty if there are none.
   */
  static Optional<String> of(GpuTarget processor) {
    return Optional.ofNullable(NAMES.get(processor.processor()));
  }

  /** Names of GPUs with those of processors instead of those of revisions. */
  static String without(String names) {
    String without = names;
    for (Map.Entry<String, String> each : NAMES.entrySet()) {
      without = without.replaceAll("\\b" + each.getValue() + "\\b", each.getKey());
    }
    return without;
  }

  /** The GPU as compilers and all other libraries call it. */
  static GpuTarget without(GpuTarget gpu) {
    return new GpuTarget(without(gpu.processor()), gpu.features());
  }
}
