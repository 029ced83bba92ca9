package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which generic targets a GPU also runs code for: LLVM's table of generic processors ("AMDGPU
 * Generic Processors" in its AMDGPU usage guide), as data.
 */
public final class GenericTargets {
  /** A generic processor, then the processors that run its code. A new one is a new line. */
  private static final String TABLE =
      """
      gfx9-generic     gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c
      gfx9-4-generic   gfx940 gfx941 gfx942 gfx950
      gfx10-1-generic  gfx1010 gfx1011 gfx1012 gfx1013
      gfx10-3-generic  gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036
      gfx11-generic    gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153 gfx1154
      gfx11-7-generic  gfx1170 gfx1171 gfx1172
      gfx12-generic    gfx1200 gfx1201
      gfx12-5-generic  gfx1250 gfx1251
      gfx13-generic    gfx1310
      """;

  /** What some of them were called in the first, shorter table. */
  private static final Map<String, String> OLDER_NAMES =
      Map.of("gfx10-1-generic", "gfx10-generic", "gfx10-3-generic", "gfx10-generic");

  private static final Map<String, List<String>> GENERIC = generic();

  private static final String TRIPLE = "amdgcn-amd-amdhsa--";

  private GenericTargets() {}

  /** The generic targets whose code a target runs, features kept, best first; often one or none. */
  public static List<GpuTarget> of(GpuTarget target) {
    return GENERIC.getOrDefault(target.processor(), List.of()).stream()
        .map(processor -> new GpuTarget(processor, target.features()))
        .toList();
  }

  /**
   * The targets that a device with this target accepts, in order of preference: the target itself,
   * then its generic ones.
   */
  public static List<GpuTarget> preference(GpuTarget device) {
    List<GpuTarget> targets = new ArrayList<>();
    targets.add(device);
    targets.addAll(of(device));
    return List.copyOf(targets);
  }

  /**
   * The generic target that runtimes hand over behind a device's own: features kept, {@code
   * sramecc} first, {@code xnack} next.
   *
   * @param target the device's, as a text, which need not be in the order in which {@link
   *     GpuTarget} has features
   * @return empty if there is none
   */
  public static Optional<String> handed(String target) {
    String text = target.startsWith(TRIPLE) ? target.substring(TRIPLE.length()) : target;
    List<String> parts = Arrays.stream(text.split(":", -1)).filter(one -> !one.isEmpty()).toList();
    List<String> names =
        parts.isEmpty() ? List.of() : GENERIC.getOrDefault(parts.getFirst(), List.of());
    if (names.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder handed = new StringBuilder(names.getFirst());
    parts.stream()
        .skip(1)
        .sorted(
            Comparator.comparingInt(
                one -> one.startsWith("sramecc") ? 0 : one.startsWith("xnack") ? 1 : 2))
        .forEach(one -> handed.append(':').append(one));
    return Optional.of(handed.toString());
  }

  /** The second of two targets where it is the generic one of the first; else empty. */
  public static Optional<String> handedBeside(List<String> targets) {
    return targets.size() == 2
        ? handed(targets.getFirst()).filter(targets.getLast()::equals)
        : Optional.empty();
  }

  /** A generic target under the name of the first, shorter table; empty if it had no other. */
  public static Optional<GpuTarget> olderName(GpuTarget generic) {
    return Optional.ofNullable(OLDER_NAMES.get(generic.processor()))
        .map(older -> new GpuTarget(older, generic.features()));
  }

  /** The processors that run a generic one's code, in the order of the table; empty for others. */
  public static List<String> members(String genericProcessor) {
    return TABLE
        .lines()
        .map(GenericTargets::words)
        .filter(words -> words.getFirst().equals(genericProcessor))
        .flatMap(words -> words.stream().skip(1))
        .toList();
  }

  private static Map<String, List<String>> generic() {
    Map<String, List<String>> found = new HashMap<>();
    TABLE
        .lines()
        .map(GenericTargets::words)
        .forEach(
            words ->
                words.stream()
                    .skip(1)
                    .forEach(
                        member ->
                            found
                                .computeIfAbsent(member, m -> new ArrayList<>())
                                .add(words.getFirst())));
    found.replaceAll((member, names) -> List.copyOf(names));
    return Map.copyOf(found);
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.strip().split(" +"));
  }
}
