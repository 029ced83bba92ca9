package org.kpackworkbench.model.analysis.resolve.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;

/** Why wrappers have no code. */
final class Causes {
  static final int MOST_NUMBERS = 8;

  private final Map<Diagnosis, List<WrapperOutcome>> all;
  private final Map<WrapperOutcome, Diagnosis> each = new IdentityHashMap<>();
  private final GivenPaths near;

  Causes(BinaryResolution binary, Diagnoser diagnoser) {
    near = GivenPaths.like(binary.binary().file());
    all = diagnoser.of(binary);
    all.forEach((cause, outcomes) -> outcomes.forEach(outcome -> each.put(outcome, cause)));
  }

  GivenPaths near() {
    return near;
  }

  @Nullable Diagnosis of(WrapperOutcome outcome) {
    return each.get(outcome);
  }

  /** Each cause of some outcomes once. */
  List<String> lines(Predicate<WrapperOutcome> wanted) {
    List<String> lines = new ArrayList<>();
    shown(wanted)
        .forEach(
            (cause, outcomes) -> {
              lines.add("");
              lines.add(which(outcomes));
              lines.add("  " + near.shown(cause.sentence()));
              lines.add("  " + near.shown(cause.advice()));
            });
    return lines;
  }

  /** A line for each cause of some outcomes and the GPUs that have it, without advice. */
  List<String> brief(Predicate<WrapperOutcome> wanted) {
    record Group(List<Integer> wrappers, String words) {}
    Map<Group, List<WrapperOutcome>> groups = new LinkedHashMap<>();
    Map<Group, String> sentences = new HashMap<>();
    shown(wanted)
        .forEach(
            (cause, outcomes) -> {
              String sentence = near.shown(cause.sentence());
              List<Integer> wrappers =
                  outcomes.stream().map(WrapperOutcome::number).distinct().toList();
              Group group = new Group(wrappers, ofThem(sentence, outcomes));
              groups.computeIfAbsent(group, none -> new ArrayList<>()).addAll(outcomes);
              sentences.merge(group, sentence, (one, other) -> group.words());
            });
    List<String> lines = new ArrayList<>();
    groups.forEach(
        (group, outcomes) -> lines.add("  %s %s".formatted(which(outcomes), sentences.get(group))));
    return lines;
  }

  /** Returns a sentence about a GPU as one about several. */
  private static String ofThem(String sentence, List<WrapperOutcome> outcomes) {
    String words = sentence;
    for (WrapperOutcome outcome : outcomes) {
      GpuTarget device = outcome.device();
      for (String name : List.of(device.toString(), device.processor())) {
        words = words.replaceAll(" for " + Pattern.quote(name) + "(?![\\w:-])", " for them");
      }
    }
    return words;
  }

  /** Some outcomes by cause: by that of the binary where wrappers have it alike. */
  private Map<Diagnosis, List<WrapperOutcome>> shown(Predicate<WrapperOutcome> wanted) {
    Map<Diagnosis, List<WrapperOutcome>> groups = new LinkedHashMap<>();
    Map<Diagnosis, Diagnosis> causes = new HashMap<>();
    all.forEach(
        (cause, outcomes) -> {
          List<WrapperOutcome> these = outcomes.stream().filter(wanted).toList();
          if (!these.isEmpty()) {
            Diagnosis group = cause.ofBinary();
            groups.computeIfAbsent(group, none -> new ArrayList<>()).addAll(these);
            causes.merge(group, cause, (one, other) -> group);
          }
        });
    Map<Diagnosis, List<WrapperOutcome>> shown = new LinkedHashMap<>();
    groups.forEach(
        (group, outcomes) -> shown.put(Objects.requireNonNull(causes.get(group)), outcomes));
    return shown;
  }

  /**
   * Returns the devices and wrappers that a cause applies to: {@code gfx942, wrappers 0, 1, 2
   * (error 5 …)}.
   */
  private static String which(List<WrapperOutcome> outcomes) {
    String devices =
        outcomes.stream()
            .map(outcome -> outcome.device().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    if (!(outcomes.getFirst().wrapper() instanceof Place.Wrapper)) {
      return devices + ":";
    }
    List<Integer> numbers = outcomes.stream().map(WrapperOutcome::number).distinct().toList();
    return "%s, %s %s:"
        .formatted(
            devices,
            CountText.word(numbers.size(), "wrapper"),
            ListText.some(numbers.stream().map(String::valueOf).toList(), MOST_NUMBERS));
  }
}
