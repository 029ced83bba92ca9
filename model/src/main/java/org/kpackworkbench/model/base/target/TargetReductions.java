package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.List;

/** The targets whose code a target can run: itself, and itself with fewer features named. */
public final class TargetReductions {
  /** More features than any target has; their reductions double with each. */
  public static final int MOST_FEATURES = 8;

  private TargetReductions() {}

  /**
   * All subsets of a target's features, largest first, dropping from the right first: {@code
   * gfx942:sramecc+:xnack-}, {@code gfx942:sramecc+}, {@code gfx942:xnack-}, {@code gfx942}. A
   * feature that is named must match; one that is not is for any setting.
   *
   * @throws IllegalArgumentException with more than {@link #MOST_FEATURES} features
   */
  public static List<GpuTarget> of(GpuTarget target) {
    int count = target.features().size();
    if (count > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "%s names %d features; targets have at most %d".formatted(target, count, MOST_FEATURES));
    }
    List<GpuTarget> found = new ArrayList<>(1 << count);
    for (int kept = count; kept >= 0; kept--) {
      choose(target, kept, 0, new ArrayList<>(), found);
    }
    return List.copyOf(found);
  }

  /** Adds the subsets that keep so many more features, the leftmost first. */
  private static void choose(
      GpuTarget target, int more, int from, List<GpuTarget.Feature> chosen, List<GpuTarget> found) {
    if (more == 0) {
      found.add(new GpuTarget(target.processor(), chosen));
      return;
    }
    for (int i = from; i <= target.features().size() - more; i++) {
      chosen.add(target.features().get(i));
      choose(target, more - 1, i + 1, chosen, found);
      chosen.removeLast();
    }
  }
}
