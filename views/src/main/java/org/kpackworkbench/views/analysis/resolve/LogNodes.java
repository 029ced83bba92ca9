package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.base.place.Place;

/** The loads of a log as lines. */
final class LogNodes {
  private final Diagnoser diagnoser = Diagnoser.ofTraces();
  private final Function<Step, @Nullable Place> places;
  private final Map<Diagnosis, Explained> causes = new LinkedHashMap<>();

  private record Explained(List<String> loads, TraceNode first) {}

  private LogNodes(Function<Step, @Nullable Place> places) {
    this.places = places;
  }

  static Trace of(List<LogTrace> loads, Function<Step, @Nullable Place> places) {
    LogNodes made = new LogNodes(places);
    List<TraceNode> nodes = loads.stream().map(made::load).toList();
    List<Trace.Cause> causes = new ArrayList<>();
    made.causes.forEach(
        (cause, explained) ->
            causes.add(
                new Trace.Cause(
                    Traces.some(explained.loads()),
                    cause.sentence(),
                    cause.advice(),
                    explained.first().place(),
                    explained.first())));
    return new Trace(summary(loads), mark(loads), causes, nodes);
  }

  private static TraceMark mark(List<LogTrace> loads) {
    if (loads.isEmpty()) {
      return TraceMark.NOTE;
    }
    return loads.stream().allMatch(LogNodes::found) ? TraceMark.FOUND : TraceMark.FAILED;
  }

  private static boolean found(LogTrace load) {
    return load.outcome() == LoaderError.SUCCESS;
  }

  private static String summary(List<LogTrace> loads) {
    if (loads.isEmpty()) {
      return "There is no load of a loader in the log.";
    }
    long found = loads.stream().filter(LogNodes::found).count();
    String all = StepWords.counted(loads.size(), "load");
    return found == loads.size()
        ? "%s: all found code.".formatted(all)
        : "%s: %d found code, %d did not.".formatted(all, found, loads.size() - found);
  }

  private TraceNode load(LogTrace load) {
    List<TraceNode> steps = StepNodes.of(load, places);
    int line = load.line();
    String key = load.key();
    String target = load.target();
    LoaderError outcome = load.outcome();
    String text =
        "%s on %s"
            .formatted(key == null ? "unknown key" : key, target == null ? "unknown GPU" : target);
    TraceMark mark =
        outcome == null
            ? TraceMark.NOTE
            : outcome == LoaderError.SUCCESS ? TraceMark.FOUND : TraceMark.FAILED;
    TraceNode node =
        TraceNode.load(
            text,
            mark,
            Traces.answer(outcome),
            load.certain() ? "" : "other threads' lines may be among its own",
            null,
            line,
            steps);
    Diagnosis cause =
        outcome == null
            ? null
            : diagnoser.of(load.steps(), outcome, target == null ? "the GPU" : target);
    if (cause != null) {
      TraceNode step = node.failingStep();
      causes
          .computeIfAbsent(
              cause, one -> new Explained(new ArrayList<>(), step == null ? node : step))
          .loads()
          .add("line " + line);
    }
    return node;
  }
}
