package org.kpackworkbench.model.pack;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.kpackworkbench.model.target.FamilyForm;
import org.kpackworkbench.model.target.GpuTarget;

/**
 * Which targets are kept. Features are ignored when comparing: {@code gfx90a} keeps {@code
 * gfx90a:xnack+} as well, and the other way round; {@code gfx1100} keeps {@code gfx11xx}, which
 * stands for it.
 *
 * @param targets the targets to keep; empty for all
 */
public record TargetFilter(List<GpuTarget> targets) {
  /** Keeps everything. */
  public static final TargetFilter ALL = new TargetFilter(List.of());

  public TargetFilter {
    targets = List.copyOf(targets);
  }

  /**
   * Reads targets, in any spelling.
   *
   * @throws IllegalArgumentException where one is none
   */
  public static TargetFilter of(Collection<String> texts) {
    List<GpuTarget> targets = new ArrayList<>();
    for (String text : texts) {
      targets.add(GpuTarget.parse(text));
    }
    return new TargetFilter(targets);
  }

  /** Whether a target is kept. */
  public boolean keeps(GpuTarget target) {
    return targets.isEmpty() || targets.stream().anyMatch(wanted -> same(wanted, target));
  }

  /** The targets to keep that are not among these. */
  public List<GpuTarget> missing(Collection<GpuTarget> found) {
    return targets.stream()
        .filter(wanted -> found.stream().noneMatch(target -> same(wanted, target)))
        .toList();
  }

  private static boolean same(GpuTarget wanted, GpuTarget target) {
    return FamilyForm.related(wanted.processor(), target.processor());
  }
}
