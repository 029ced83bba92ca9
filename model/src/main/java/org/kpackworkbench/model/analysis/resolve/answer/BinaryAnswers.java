package org.kpackworkbench.model.analysis.resolve.answer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.offload.DeviceCode;

/**
 * The results for all wrappers of a binary and all targets that its archives list, or its bundles
 * have or had. Immutable.
 *
 * @param state what the binary has of device code
 * @param answers by target, one for each wrapper in their order
 * @param claimed the targets that the found archives list, each with the first archive that does
 * @param declared the targets that a wrapper's bundle had code for, by wrapper, where rows state it
 */
public record BinaryAnswers(
    DeviceCode state,
    SortedMap<GpuTarget, List<Answer>> answers,
    Map<GpuTarget, Path> claimed,
    Map<Integer, Set<GpuTarget>> declared) {

  /** The targets, in ascending order. */
  public Set<GpuTarget> targets() {
    return answers.keySet();
  }

  /** All results, target by target. */
  public List<Answer> all() {
    return answers.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Whether a wrapper's code was never built for a target that other wrappers' was, and loaders
   * fail for each device of a process that has such a GPU.
   */
  public boolean failsForAll(Answer answer) {
    return answer.failsForAll()
        && answers.getOrDefault(answer.target(), List.of()).stream()
            .anyMatch(each -> each.kind() != Answer.Kind.NEVER_BUILT);
  }

  /** Whether archives have nothing of the binary, and nothing says why. */
  public boolean isNothing() {
    return declared.isEmpty()
        && all().stream()
            .allMatch(
                answer ->
                    answer.kind() == Answer.Kind.MAYBE_MISSING
                        || answer.cause() instanceof Diagnosis.NameMissing
                        || isUnexplained(answer.cause())
                        || answer.kind() == Answer.Kind.DROPPED
                        || (answer.kind() == Answer.Kind.NOT_INSTALLED
                            && !(answer.cause() instanceof Diagnosis.OtherFeatures)));
  }

  /** Whether there are rows of the binary, none of a wrapper, and nothing says why. */
  static boolean isUnexplained(@Nullable Diagnosis cause) {
    return switch (cause) {
      case Diagnosis.IndexMissing lost -> !lost.made();
      case Diagnosis.TargetMissing lost -> !lost.lost();
      case null, default -> false;
    };
  }

  /** The targets for which at least one of some wrappers has code of its own. */
  public Set<GpuTarget> having(List<Integer> wrappers) {
    Set<GpuTarget> having = new TreeSet<>();
    answers.forEach(
        (target, each) -> {
          if (wrappers.stream().anyMatch(index -> each.get(index).kind() == Answer.Kind.FOUND)) {
            having.add(target);
          }
        });
    return having;
  }

  /** The targets that bundles had code for, and that no archive that was found lists. */
  public Set<GpuTarget> absent() {
    Set<GpuTarget> absent = new TreeSet<>();
    declared.values().forEach(absent::addAll);
    absent.removeAll(claimed.keySet());
    return absent;
  }

  /**
   * Returns what users of a binary see on the GPUs of some targets, one sentence for each error of
   * a loader.
   */
  public List<String> consequences(Path binary, Collection<GpuTarget> targets) {
    Map<String, List<GpuTarget>> failing = new LinkedHashMap<>();
    for (GpuTarget target : targets) {
      List<Answer> all = answers.getOrDefault(target, List.of());
      List<WrapperOutcome> lost =
          all.stream().map(Answer::outcome).filter(outcome -> !outcome.found()).toList();
      if (!lost.isEmpty()) {
        String part =
            lost.size() == all.size()
                ? ""
                : " for %d of its %s".formatted(lost.size(), CountText.of(all.size(), "wrapper"));
        failing
            .computeIfAbsent(
                "%s on %%s: error %d".formatted(part, lost.getFirst().error().number()),
                key -> new ArrayList<>())
            .add(target);
      }
    }
    List<String> sentences = new ArrayList<>();
    failing.forEach(
        (how, on) ->
            sentences.add(
                "%s gets no code%s"
                    .formatted(
                        binary.getFileName(),
                        how.formatted(
                            on.stream()
                                .map(GpuTarget::toString)
                                .collect(Collectors.joining(", "))))));
    return sentences;
  }
}
