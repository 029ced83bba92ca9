package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;

/**
 * A device of a process. Immutable.
 *
 * @param target what it is, for people and for bundles
 * @param handed what a runtime hands to a loader for it, as texts
 * @param units the number of compute units as libraries count them; 0 if it is not known
 * @param node the number of its node in the driver's topology; 0 if it is not known
 */
public record Device(GpuTarget target, List<String> handed, int units, int node) {
  private static final String TRIPLE = "amdgcn-amd-amdhsa--";

  public Device {
    handed = List.copyOf(handed);
  }

  /** A device whose runtime spells targets as usual. */
  public static Device of(GpuTarget target) {
    return of(target, 0);
  }

  /** Likewise, with a number of compute units; 0 if it is not known. */
  public static Device of(GpuTarget target, int units) {
    return written(target.toString()).with(units);
  }

  /** Its target as a loader gets it. */
  public String written() {
    return handed.isEmpty() ? target.toString() : handed.getFirst();
  }

  /** A device whose target a loader gets just as it is written. */
  public static Device written(String target) {
    List<String> handed = new ArrayList<>(List.of(target));
    generic(target).ifPresent(handed::add);
    return new Device(GpuTarget.lenient(target), handed, 0, 0);
  }

  /** A device with a number of compute units; 0 if it is not known. */
  public Device with(int number) {
    return new Device(target, handed, number, node);
  }

  /** A device at a node; 0 if it is not known. */
  public Device at(int number) {
    return new Device(target, handed, units, number);
  }

  /**
   * Every setting that devices of its target can have, the field's default first. Where it names
   * features, or has none, itself as runtimes spell it: {@code gfx90a_xnackp} stands in file names
   * for {@code gfx90a:xnack+}.
   */
  public List<Device> settings() {
    List<GpuTarget> settings = GpuTable.settings(target);
    return settings.size() == 1
        ? List.of(isFileName() ? of(target, units).at(node) : this)
        : settings.stream().map(setting -> of(setting, units).at(node)).toList();
  }

  /** Whether its text is not, at its colons, the processor and the features that it stands for. */
  private boolean isFileName() {
    List<String> parts = parts(written());
    return !parts.isEmpty()
        && !(parts.getFirst().equals(target.processor())
            && Set.copyOf(parts.subList(1, parts.size()))
                .equals(
                    target.features().stream().map(Feature::toString).collect(Collectors.toSet())));
  }

  /** The parts of a target that are not empty, as a loader splits it. */
  private static List<String> parts(String target) {
    String text = target.startsWith(TRIPLE) ? target.substring(TRIPLE.length()) : target;
    return Arrays.stream(text.split(":", -1)).filter(one -> !one.isEmpty()).toList();
  }

  /** The setting that devices of its target have by default. */
  public Device usual() {
    return settings().getFirst();
  }

  /** The second of two targets where it is the generic one of the first; else empty. */
  public static Optional<String> genericBeside(List<String> targets) {
    return targets.size() == 2
        ? generic(targets.getFirst()).filter(targets.getLast()::equals)
        : Optional.empty();
  }

  /**
   * The generic target that runtimes hand over behind a device's own: features kept, {@code
   * sramecc} first, {@code xnack} next, whatever their order in the text.
   */
  private static Optional<String> generic(String target) {
    List<String> parts = parts(target);
    List<GpuTarget> generics =
        parts.isEmpty() ? List.of() : GpuTable.generics(GpuTarget.of(parts.getFirst()));
    if (generics.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder handed = new StringBuilder(generics.getFirst().processor());
    parts.stream()
        .skip(1)
        .sorted(
            Comparator.comparingInt(
                one -> one.startsWith("sramecc") ? 0 : one.startsWith("xnack") ? 1 : 2))
        .forEach(one -> handed.append(':').append(one));
    return Optional.of(handed.toString());
  }
}
