package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;

/** Warnings about a target as it was written: it may be mistyped, or newer than this program. */
public final class TargetWarnings {
  private static final Set<String> FEATURES = Set.of("xnack", "sramecc");

  /** Of the first, shorter table of generic targets. */
  private static final Set<String> OLDER = Set.of("gfx10-generic");

  private TargetWarnings() {}

  /** The warnings, in sentences; empty for a known target. */
  public static List<String> of(GpuTarget target) {
    List<String> warnings = new ArrayList<>();
    Processor processor = ProcessorTable.standard().byName(target.processor());
    if (processor == null && !OLDER.contains(target.processor())) {
      List<String> alike =
          ProcessorTable.standard().processors().stream()
              .map(Processor::name)
              .filter(name -> alike(name, target.processor()))
              .toList();
      warnings.add(
          "%s is not a known processor%s"
              .formatted(
                  target.processor(),
                  alike.isEmpty() ? "" : "; is it %s?".formatted(String.join(" or ", alike))));
    }
    for (GpuTarget.Feature feature : target.features()) {
      if (!FEATURES.contains(feature.name())) {
        warnings.add(
            "%s is not a known feature; the features are sramecc and xnack"
                .formatted(feature.name()));
      }
    }
    return warnings;
  }

  /** Whether one character more, less or another makes one of the other, or two are swapped. */
  private static boolean alike(String one, String other) {
    int start = 0;
    int shorter = Math.min(one.length(), other.length());
    while (start < shorter && one.charAt(start) == other.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && one.charAt(one.length() - 1 - end) == other.charAt(other.length() - 1 - end)) {
      end++;
    }
    int left = one.length() - start - end;
    int right = other.length() - start - end;
    boolean swapped =
        left == 2
            && right == 2
            && one.charAt(start) == other.charAt(start + 1)
            && one.charAt(start + 1) == other.charAt(start);
    return (left <= 1 && right <= 1) || swapped;
  }
}
