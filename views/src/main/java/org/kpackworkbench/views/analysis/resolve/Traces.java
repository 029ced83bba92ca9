package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.WrapperOutcome;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Makes traces of what was resolved, and of logs. Takes time: background threads. */
public final class Traces {
  private static final int MOST_NAMED = 8;

  private Traces() {}

  /**
   * What the wrappers of a binary lead to.
   *
   * @param diagnoser says why; its loader still open
   * @param targetFirst whether wrappers stand below targets, or targets below wrappers
   */
  public static Trace of(BinaryResolution binary, Diagnoser diagnoser, boolean targetFirst) {
    ShownPaths paths = ShownPaths.of(binary);
    LoadNodes loads = new LoadNodes(diagnoser, binary.state(), paths);
    List<TraceNode> nodes = nodes(binary, loads, targetFirst);
    return new Trace(
        summary(binary),
        mark(binary),
        Causes.of(loads.causes(), binary.devices().size() > 1, paths),
        nodes,
        loads.loads());
  }

  /**
   * What the wrappers of several binaries lead to, as of those that a process has mapped.
   *
   * @param name what a binary is called
   */
  public static Trace of(
      List<BinaryResolution> binaries,
      Diagnoser diagnoser,
      Function<BinaryResolution, String> name) {
    List<TraceNode> nodes = new ArrayList<>();
    List<Trace.Cause> causes = new ArrayList<>();
    int failing = 0;
    for (BinaryResolution binary : binaries) {
      Trace each = of(binary, diagnoser, true);
      String shown = name.apply(binary);
      each.causes().stream().map(cause -> inFront(shown, cause)).forEach(causes::add);
      failing += binary.complete() ? 0 : 1;
      nodes.add(
          TraceNode.above(
              shown,
              each.mark(),
              binary.complete()
                  ? "all found"
                  : each.mark() == TraceMark.BROKEN ? "found, not all their own" : "not all found",
              each.summary(),
              binary.binary(),
              each.nodes()));
    }
    String words = binaries.size() + (binaries.size() == 1 ? " binary" : " binaries");
    return new Trace(
        failing == 0
            ? words + ": every wrapper finds code."
            : "%d of %s would not find all their code.".formatted(failing, words),
        failing == 0 ? TraceMark.FOUND : TraceMark.FAILED,
        causes,
        nodes);
  }

  /**
   * The loads of a log.
   *
   * @param places where a step leads on this machine; null where that is not at hand
   */
  public static Trace ofLog(List<LogTrace> loads, Function<Step, @Nullable Place> places) {
    return LogNodes.of(loads, places);
  }

  private static Trace.Cause inFront(String name, Trace.Cause cause) {
    return new Trace.Cause(
        name + ", " + cause.whose(),
        cause.mark(),
        cause.sentence(),
        cause.advice(),
        cause.place(),
        cause.step());
  }

  private static List<TraceNode> nodes(
      BinaryResolution binary, LoadNodes loads, boolean targetFirst) {
    boolean many = binary.devices().size() > 1;
    List<Integer> wrappers =
        binary.outcomes().stream().map(WrapperOutcome::number).distinct().toList();
    if (!many || wrappers.size() <= 1) {
      return binary.outcomes().stream()
          .map(outcome -> loads.of(outcome, many ? on(outcome) : wrapper(outcome)))
          .toList();
    }
    List<TraceNode> nodes = new ArrayList<>();
    if (targetFirst) {
      for (GpuTarget device : binary.devices()) {
        nodes.add(
            above(device.toString(), binary.on(device), loads, Traces::wrapper, "wrapper", null));
      }
      return nodes;
    }
    for (int number : wrappers) {
      List<WrapperOutcome> outcomes =
          binary.outcomes().stream().filter(outcome -> outcome.number() == number).toList();
      WrapperOutcome first = outcomes.getFirst();
      nodes.add(above(wrapper(first), outcomes, loads, Traces::on, "target", first.wrapper()));
    }
    return nodes;
  }

  private static String wrapper(WrapperOutcome outcome) {
    return "wrapper " + outcome.number();
  }

  static String on(WrapperOutcome outcome) {
    return outcome.device().toString();
  }

  private static TraceNode above(
      String text,
      List<WrapperOutcome> outcomes,
      LoadNodes loads,
      Function<WrapperOutcome, String> name,
      String counted,
      @Nullable Place place) {
    List<TraceNode> below =
        outcomes.stream().map(outcome -> loads.of(outcome, name.apply(outcome))).toList();
    long found = outcomes.stream().filter(WrapperOutcome::found).count();
    boolean all = found == outcomes.size();
    long foreign = foreign(outcomes);
    return TraceNode.above(
        text,
        all ? foreign == 0 ? TraceMark.FOUND : TraceMark.BROKEN : TraceMark.FAILED,
        all
            ? foreign == 0 ? "found" : "found, not all their own"
            : found == 0 ? "no code" : "code is missing",
        "%d of %s%s"
            .formatted(
                found,
                StepWords.counted(outcomes.size(), counted),
                foreign == 0 ? "" : ", %d with another wrapper's".formatted(foreign)),
        place,
        below);
  }

  private static TraceMark mark(BinaryResolution binary) {
    return binary.outcomes().isEmpty()
        ? TraceMark.NOTE
        : binary.complete()
            ? TraceMark.FOUND
            : binary.outcomes().stream().allMatch(WrapperOutcome::found)
                ? TraceMark.BROKEN
                : TraceMark.FAILED;
  }

  /** How many have code that is another wrapper's. */
  private static long foreign(List<WrapperOutcome> outcomes) {
    return outcomes.stream().filter(outcome -> outcome.found() && !outcome.right()).count();
  }

  private static String summary(BinaryResolution binary) {
    long foreign = foreign(binary.outcomes());
    return foreign == 0
        ? found(binary)
        : "%s %s gets another wrapper's code."
            .formatted(
                found(binary), foreign == 1 ? "One load" : "Each of %d loads".formatted(foreign));
  }

  private static String found(BinaryResolution binary) {
    if (binary.outcomes().isEmpty()) {
      return "The binary has no wrapper, so no GPU needs code of it.";
    }
    long wrappers = binary.outcomes().stream().mapToInt(WrapperOutcome::number).distinct().count();
    String on = some(binary.devices().stream().map(GpuTarget::toString).toList());
    if (binary.outcomes().stream().allMatch(WrapperOutcome::found)) {
      String whose = binary.complete() ? "their code" : "code";
      return wrappers == 1
          ? "The wrapper finds %s on %s.".formatted(binary.complete() ? "its code" : "code", on)
          : "All %d wrappers find %s on %s.".formatted(wrappers, whose, on);
    }
    List<GpuTarget> failing =
        binary.devices().stream()
            .filter(device -> !binary.on(device).stream().allMatch(WrapperOutcome::found))
            .toList();
    if (binary.devices().size() > 1) {
      return "Code is missing on %d of %d targets: %s."
          .formatted(
              failing.size(),
              binary.devices().size(),
              some(failing.stream().map(GpuTarget::toString).toList()));
    }
    long found = binary.outcomes().stream().filter(WrapperOutcome::found).count();
    return found == 0
        ? "On %s no wrapper finds code.".formatted(on)
        : "On %s only %d of %d wrappers find code.".formatted(on, found, wrappers);
  }

  /** The first of some texts, and how many more there are. */
  static String some(List<String> texts) {
    String shown = texts.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return texts.size() <= MOST_NAMED
        ? shown
        : "%s and %d more".formatted(shown, texts.size() - MOST_NAMED);
  }

  /** An answer as one says it. */
  static String answer(@Nullable LoaderError error) {
    return error == null ? "cut off" : error == LoaderError.SUCCESS ? "found" : "error " + error;
  }
}
