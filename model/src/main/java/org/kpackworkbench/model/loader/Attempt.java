package org.kpackworkbench.model.loader;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.target.GenericTargets;
import org.kpackworkbench.model.target.GpuTarget;
import org.kpackworkbench.model.target.TargetReductions;

/**
 * An architecture that is looked for.
 *
 * @param architecture as archives spell it
 * @param target the target it is a reduction of
 * @param older whether it is a generic target under an older name, which counts only where an
 *     archive lists it
 */
record Attempt(String architecture, String target, boolean older) {

  /** All that a list of targets stands for, in order, each once. */
  static List<Attempt> of(List<GpuTarget> targets) {
    List<Attempt> attempts = new ArrayList<>();
    for (GpuTarget target : targets) {
      add(attempts, target, target, false);
      GpuTarget older = GenericTargets.olderName(target);
      if (older != null) {
        add(attempts, older, target, true);
      }
    }
    return List.copyOf(attempts);
  }

  private static void add(
      List<Attempt> attempts, GpuTarget named, GpuTarget target, boolean older) {
    for (GpuTarget reduction : TargetReductions.of(named)) {
      String architecture = reduction.toString();
      if (attempts.stream().noneMatch(one -> one.architecture.equals(architecture))) {
        attempts.add(new Attempt(architecture, target.toString(), older));
      }
    }
  }
}
