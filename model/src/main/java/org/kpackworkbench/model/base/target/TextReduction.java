package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.text.ListText;

/**
 * An architecture that is looked for: a target that was handed over, or a reduction of it. Targets
 * are texts to a loader, split at colons; it knows no feature by name.
 *
 * @param architecture as archives spell it
 * @param target the target it is a reduction of
 * @param older whether it is a generic target under an older name, which counts only where an
 *     archive lists it
 */
public record TextReduction(String architecture, String target, boolean older) {
  /** More features than any target has; reductions double with each. */
  public static final int MOST_FEATURES = 16;

  private static final String TRIPLE = "amdgcn-amd-amdhsa--";

  /**
   * All that a list of targets represents, in order: of each all subsets of its features in
   * descending binary order, the first feature the highest bit.
   *
   * @throws IllegalArgumentException with more than {@link #MOST_FEATURES} features
   */
  public static List<TextReduction> of(List<String> targets) {
    List<TextReduction> attempts = new ArrayList<>();
    targets.forEach(target -> add(attempts, target, target, false));
    return List.copyOf(attempts);
  }

  /** Likewise, with what the first plan called generic targets behind each. */
  public static List<TextReduction> planned(List<String> targets) {
    List<TextReduction> attempts = new ArrayList<>();
    for (String target : targets) {
      add(attempts, target, target, false);
      GpuTable.olderName(GpuTarget.lenient(target))
          .ifPresent(older -> add(attempts, older.toString(), target, true));
    }
    return List.copyOf(attempts);
  }

  /**
   * The targets whose code a loader takes for a target: itself, then itself with fewer features. No
   * target has more than {@link #MOST_FEATURES} features; one that does gets none.
   */
  public static List<GpuTarget> targets(GpuTarget target) {
    if (target.features().size() > MOST_FEATURES) {
      return List.of();
    }
    List<GpuTarget> targets =
        of(List.of(target.toString())).stream()
            .map(each -> GpuTarget.lenient(each.architecture()))
            .toList();
    // To a loader a text without a processor is nothing at all.
    return targets.isEmpty() ? List.of(target) : targets;
  }

  /** The targets whose code a device runs, in the order in which loaders look for it. */
  public static List<GpuTarget> runs(GpuTarget device) {
    return GpuTable.preference(device).stream().flatMap(each -> targets(each).stream()).toList();
  }

  /**
   * Why no device asks for code that is filed under a text: loaders compare it with what devices
   * report. Empty if one may, as for names that the table has not got.
   */
  public static Optional<String> unasked(String text) {
    GpuTarget target;
    try {
      target = GpuTarget.parse(text);
    } catch (IllegalArgumentException notATarget) {
      return Optional.of("\"%s\" is not a target.".formatted(text));
    }
    String name = target.processor();
    String lower = name.toLowerCase(Locale.ROOT);
    boolean known = GpuTable.isTarget(name);
    if (!known && GpuTable.isGroup(name)) {
      return Optional.of(
          "\"%s\" is a name for %s: no device asks for it."
              .formatted(text, ListText.some(List.copyOf(GpuTable.members(name)))));
    }
    GpuTarget right =
        known || !GpuTable.isTarget(lower) ? target : new GpuTarget(lower, target.features());
    return right.toString().equals(text)
        ? Optional.empty()
        : Optional.of("The target \"%s\" is spelled \"%s\" here.".formatted(right, text));
  }

  private static void add(
      List<TextReduction> attempts, String named, String target, boolean older) {
    String text = SystemText.untilNul(named);
    String stripped =
        text.startsWith(TRIPLE) && text.length() > TRIPLE.length()
            ? text.substring(TRIPLE.length())
            : text;
    String[] parts = stripped.split(":", -1);
    List<String> features = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].isEmpty()) {
        features.add(parts[i]);
      }
    }
    int count = features.size();
    if (count > MOST_FEATURES) {
      throw new IllegalArgumentException(
          "%s names %d features; targets have at most %d".formatted(named, count, MOST_FEATURES));
    }
    if (parts[0].isEmpty()) {
      return;
    }
    for (int kept = (1 << count) - 1; kept >= 0; kept--) {
      StringBuilder architecture = new StringBuilder(parts[0]);
      for (int i = 0; i < count; i++) {
        if ((kept & 1 << (count - 1 - i)) != 0) {
          architecture.append(':').append(features.get(i));
        }
      }
      attempts.add(new TextReduction(architecture.toString(), target, older));
    }
  }
}
