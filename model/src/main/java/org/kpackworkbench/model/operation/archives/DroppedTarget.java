package org.kpackworkbench.model.operation.archives;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;

/**
 * A target that is left out because only others were requested.
 *
 * @param target the target
 * @param kernels number of code objects that are written to no archive
 * @param sizeBytes their size
 */
public record DroppedTarget(GpuTarget target, int kernels, long sizeBytes) {
  /** Adds the facts of the target that is left out. */
  public void describe(Facts facts) {
    facts
        .text("target", target.toString())
        .number("kernels", kernels)
        .shown(CountText.of(kernels, "code object"))
        .size("size", sizeBytes);
  }

  /** A line for each in a report that has them as {@code dropped}. */
  public static Report lines(Report report) {
    return report.lines("dropped", "left out: %s, %s, %s", "target", "kernels", "size");
  }

  /** Returns the code that a filter leaves out of some rows, by target. */
  public static List<DroppedTarget> of(List<DeviceCodeRow> rows, TargetFilter filter) {
    return sum(
        rows.stream()
            .filter(row -> !filter.keeps(row.target()))
            .map(row -> new DroppedTarget(row.target(), 1, row.sizeBytes()))
            .toList());
  }

  /** Several together, one for each target. */
  public static List<DroppedTarget> sum(Collection<DroppedTarget> several) {
    SortedMap<GpuTarget, DroppedTarget> sums = new TreeMap<>();
    for (DroppedTarget one : several) {
      sums.merge(
          one.target(),
          one,
          (a, b) ->
              new DroppedTarget(
                  a.target(), a.kernels() + b.kernels(), a.sizeBytes() + b.sizeBytes()));
    }
    return List.copyOf(sums.values());
  }
}
