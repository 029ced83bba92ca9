package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.resolve.answer.Answer;
import org.kpackworkbench.model.analysis.resolve.answer.LoadAnswers;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TextReduction;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.OlderLoaders;

/** Loaders up to mid-2026, which give up at the first archive, find the same code. */
public final class StrictLoaders extends LoadRule {
  public StrictLoaders() {
    super(
        OlderLoaders.RULE,
        "Loaders up to mid-2026, which stop at the first archive, find all code, too.");
  }

  @Override
  void check(HostSubject subject, Marker marker, Sink sink) throws IOException {
    if (!isToBeLookedFor(subject, marker)) {
      return;
    }
    SortedMap<GpuTarget, List<Integer>> failing = new TreeMap<>();
    SortedSet<Integer> wrappers = new TreeSet<>();
    Diagnosis first = null;
    for (Answer answer : answers(subject, sink).all()) {
      if (answer.failsStrict()
          && OlderLoaders.runs(
              String.valueOf(marker.kernelName()), LoadAnswers.usual(answer.target()))) {
        failing.computeIfAbsent(answer.target(), key -> new ArrayList<>()).add(answer.wrapper());
        wrappers.add(answer.wrapper());
        first = first == null ? answer.cause() : first;
      }
    }
    if (first == null) {
      return;
    }
    sink.warning(
        wrapper(subject, wrappers.getFirst()),
        "Loaders up to mid-2026 find %s, newer ones do. %s"
            .formatted(
                OlderLoaders.words(String.valueOf(marker.kernelName()), named(failing)),
                given(subject).shown(first.sentence())),
        given(subject).shown(first.advice()),
        (first.place() == null || first.fault().isEmpty()
                ? Evidence.NONE
                : Evidence.NONE.about(first.place().file()).because(first.fault()))
            .forTargets(texts(failing.keySet())));
  }

  /** Without targets whose usual setting fails where a target with features is named for it. */
  private static SortedMap<GpuTarget, List<Integer>> named(
      SortedMap<GpuTarget, List<Integer>> failing) {
    SortedMap<GpuTarget, List<Integer>> named = new TreeMap<>(failing);
    named
        .entrySet()
        .removeIf(
            each ->
                TextReduction.targets(LoadAnswers.usual(each.getKey())).stream()
                    .filter(other -> other.features().size() > each.getKey().features().size())
                    .anyMatch(
                        other ->
                            failing.getOrDefault(other, List.of()).containsAll(each.getValue())));
    return named;
  }
}
