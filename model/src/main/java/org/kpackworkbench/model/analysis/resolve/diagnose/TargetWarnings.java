package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Warnings about a target as it was written: it may be mistyped, or newer than this program. */
public final class TargetWarnings {
  private static final int MOST_NEAR = 3;

  private TargetWarnings() {}

  /** The warnings, in sentences; empty for a known target. */
  public static List<String> of(GpuTarget target) {
    List<String> warnings = new ArrayList<>();
    if (!target.equals(GpuTarget.ANY) && !GpuTable.isTarget(target.processor())) {
      List<String> near = GpuTable.nearest(target.processor(), MOST_NEAR);
      warnings.add(
          "%s is not a known processor%s"
              .formatted(
                  target.processor(),
                  near.isEmpty() ? "" : "; is it %s?".formatted(String.join(" or ", near))));
    }
    for (GpuTarget.Feature feature : target.features()) {
      if (!GpuTable.isFeature(feature.name())) {
        warnings.add(
            "%s is not a known feature; the features are sramecc and xnack"
                .formatted(feature.name()));
      }
    }
    return warnings;
  }
}
