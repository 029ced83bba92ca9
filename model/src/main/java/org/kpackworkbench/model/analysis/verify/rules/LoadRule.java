package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.answer.BinaryAnswers;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ListText;

/** A rule about what a simulated loader finds for the wrappers of a binary. */
abstract class LoadRule extends MarkerRule {
  static final int MOST_NAMED = 10;

  LoadRule(String name, String sentence) {
    super(name, sentence);
  }

  static String named(List<Integer> indices) {
    return ListText.some(indices.stream().map(index -> "#" + index).toList(), MOST_NAMED);
  }

  static String targets(Set<GpuTarget> targets) {
    return targets.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
  }

  static List<String> texts(Set<GpuTarget> targets) {
    return targets.stream().map(GpuTarget::toString).toList();
  }

  static BinaryAnswers answers(HostSubject subject, Sink sink) throws IOException {
    return subject.context().answersOf(subject.fat(), subject.place(), sink.progress());
  }

  static List<String> consequences(
      HostSubject subject, BinaryAnswers answers, Collection<GpuTarget> targets) {
    return answers.consequences(subject.place().file(), targets);
  }

  static GivenPaths given(HostSubject subject) {
    return GivenPaths.like(subject.place().file());
  }

  static Place wrapper(HostSubject subject, int index) {
    return subject.wrapper(subject.fat().wrappers().get(index));
  }
}
