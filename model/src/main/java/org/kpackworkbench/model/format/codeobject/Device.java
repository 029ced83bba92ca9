package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.GenericTargets;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A device of a process. Immutable.
 *
 * @param target what it is, for people and for bundles
 * @param handed what a runtime hands to a loader for it, as texts
 */
public record Device(GpuTarget target, List<String> handed) {
  public Device {
    handed = List.copyOf(handed);
  }

  /** A device whose runtime spells targets as usual. */
  public static Device of(GpuTarget target) {
    return written(target.toString());
  }

  /** Its target as a loader gets it. */
  public String written() {
    return handed.isEmpty() ? target.toString() : handed.getFirst();
  }

  /** A device whose target a loader gets just as it is written. */
  public static Device written(String target) {
    return new Device(
        GpuTarget.lenient(target),
        Stream.concat(Stream.of(target), GenericTargets.handed(target).stream()).toList());
  }
}
