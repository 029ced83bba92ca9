package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome;

/** Why loads have no code, each cause once: what differs by a wrapper's index alone is one. */
final class Causes {
  private static final Pattern INDEX =
      Pattern.compile("#\\d+|wrapper \\d+", Pattern.CASE_INSENSITIVE);

  private Causes() {}

  /** Loads that have the same cause but for their indices. */
  private record Like(LoadNodes.Explained first, List<WrapperOutcome> outcomes) {
    boolean fails() {
      return !outcomes.getFirst().found();
    }
  }

  /** Those that fail first, then what fails with some loaders only. */
  static List<Trace.Cause> of(
      List<LoadNodes.Explained> causes, boolean manyDevices, UnaryOperator<String> paths) {
    Map<String, Like> alike = new LinkedHashMap<>();
    for (LoadNodes.Explained each : causes) {
      // Whose kernels it has differs from wrapper to wrapper; what to do does not.
      String words =
          each.cause() instanceof Diagnosis.OthersKernels
              ? each.cause().advice()
              : each.cause().getClass() + INDEX.matcher(each.cause().sentence()).replaceAll("#");
      alike
          .computeIfAbsent(words, key -> new Like(each, new ArrayList<>()))
          .outcomes()
          .addAll(each.outcomes());
    }
    return alike.values().stream()
        .sorted(Comparator.comparing(like -> !like.fails()))
        .map(like -> cause(like, manyDevices, paths))
        .toList();
  }

  private static Trace.Cause cause(Like like, boolean manyDevices, UnaryOperator<String> paths) {
    Diagnosis cause = like.first().cause();
    boolean several =
        like.outcomes().stream().mapToInt(WrapperOutcome::number).distinct().count() > 1;
    boolean indexed = INDEX.matcher(cause.sentence()).find();
    return new Trace.Cause(
        whose(like.outcomes(), manyDevices),
        like.fails() ? TraceMark.FAILED : TraceMark.BROKEN,
        paths.apply(cause.sentence())
            + (several && indexed ? " Likewise for the other wrappers." : ""),
        cause.advice(),
        cause.place(),
        like.first().first());
  }

  private static String whose(List<WrapperOutcome> outcomes, boolean manyDevices) {
    List<String> numbers =
        outcomes.stream()
            .map(WrapperOutcome::number)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .toList();
    String wrappers = (numbers.size() == 1 ? "wrapper " : "wrappers ") + Traces.some(numbers);
    return manyDevices
        ? Traces.some(outcomes.stream().map(Traces::on).distinct().toList()) + ", " + wrappers
        : wrappers;
  }
}
