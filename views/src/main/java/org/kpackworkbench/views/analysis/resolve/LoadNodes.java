package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.diagnose.FailingStep;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck.Refusal;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/** Loads of a binary as lines with their steps; remembers why some have no code. One thread. */
final class LoadNodes {
  /** The outcome where a table has the code, which may still turn out to be damaged. */
  static final String LOOKED_UP = "looked up, not unpacked";

  private final Diagnoser diagnoser;
  private final DeviceCode state;
  private final UnaryOperator<String> paths;
  private final Map<Diagnosis, Explained> causes = new LinkedHashMap<>();
  private final Map<LoaderTrace.Load, TraceNode> loads = new HashMap<>();

  /**
   * A cause with what it explains.
   *
   * @param first the first step for which there is no code for that cause, or the load
   */
  record Explained(Diagnosis cause, List<WrapperOutcome> outcomes, TraceNode first) {}

  /**
   * @param paths how texts with paths are shown
   */
  LoadNodes(Diagnoser diagnoser, DeviceCode state, UnaryOperator<String> paths) {
    this.diagnoser = diagnoser;
    this.state = state;
    this.paths = paths;
  }

  /** Why there is no code, in the order in which loads were made into lines. */
  List<Explained> causes() {
    return List.copyOf(causes.values());
  }

  /** The lines that were made, by what was loaded. */
  Map<LoaderTrace.Load, TraceNode> loads() {
    return loads;
  }

  /** A load; {@code text} is what it is called among its like. */
  TraceNode of(WrapperOutcome outcome, String text) {
    Diagnosis cause = diagnoser.of(outcome, state);
    TraceNode load =
        switch (outcome.code()) {
          case WrapperOutcome.InArchive asked -> asked(outcome, text, asked, cause);
          case WrapperOutcome.InBundle inside ->
              inside.asked() == null
                  ? inside(outcome, text, inside)
                  : lastResort(outcome, text, inside, inside.asked());
          case WrapperOutcome.Unusable unusable -> unusable(outcome, text, unusable);
        };
    TraceNode made = load.with(settings(outcome));
    loads.put(new LoaderTrace.Load(outcome.number(), outcome.device()), made);
    if (cause != null) {
      TraceNode step = made.failingStep();
      causes
          .computeIfAbsent(
              cause, one -> new Explained(one, new ArrayList<>(), step == null ? made : step))
          .outcomes()
          .add(outcome);
    }
    return made;
  }

  /** The outcomes on other settings that such a device can have. */
  private static List<TraceNode> settings(WrapperOutcome outcome) {
    return outcome.settings().stream()
        .map(
            other ->
                TraceNode.fact(
                    other.device().toString(),
                    other.right() == outcome.right() ? TraceMark.NOTE : TraceMark.BROKEN,
                    other.right()
                        ? "found, code for " + other.architecture()
                        : other.found() ? "found, not its own" : Traces.answer(other.error()),
                    null))
        .toList();
  }

  private TraceNode asked(
      WrapperOutcome outcome,
      String text,
      WrapperOutcome.InArchive asked,
      @Nullable Diagnosis cause) {
    Resolution resolution = asked.resolution();
    List<Step> trace = resolution.trace();
    Resolution.Found found = resolution.found();
    int failing = cause == null || found != null ? -1 : FailingStep.of(trace, cause);
    List<TraceNode> steps = new ArrayList<>(StepNodes.of(trace, failing, paths));
    String difference = resolution.difference();
    if (difference != null) {
      steps.add(TraceNode.fact("note", TraceMark.NOTE, paths.apply(difference), null));
    }
    if (found == null) {
      return TraceNode.load(
          text,
          TraceMark.FAILED,
          Traces.answer(resolution.error()),
          resolution.request().key(),
          outcome.wrapper(),
          0,
          steps);
    }
    if (asked.sha256() != null) {
      steps.add(
          TraceNode.fact("SHA-256", TraceMark.DONE, asked.sha256().toString(), found.place()));
    }
    if (asked.ownership().wrong()) {
      steps.add(
          new TraceNode(
              "kernels",
              TraceMark.BROKEN,
              "not its own",
              asked.ownership().evidence(),
              found.place(),
              true,
              0,
              -1,
              false,
              List.of()));
    }
    refused(outcome, steps);
    return TraceNode.load(
        text,
        difference == null ? TraceMark.of(outcome) : TraceMark.BROKEN,
        outcome.refusal() != null
            ? Refusal.WORDS
            : asked.ownership().wrong()
                ? asked.ownership().words()
                : difference != null
                    ? "found, not by every loader"
                    : outcome.unpacked() ? "found" : LOOKED_UP,
        "%s @ %s, %s"
            .formatted(found.key(), found.architecture(), StepNodes.size(found.sizeBytes())),
        found.place(),
        0,
        steps);
  }

  private static void refused(WrapperOutcome outcome, List<TraceNode> steps) {
    Refusal refusal = outcome.refusal();
    if (refusal != null) {
      steps.add(
          new TraceNode(
              "runtime",
              TraceMark.BROKEN,
              "refuses it",
              refusal.why(),
              null,
              true,
              0,
              -1,
              false,
              List.of()));
    }
  }

  private TraceNode lastResort(
      WrapperOutcome outcome, String text, WrapperOutcome.InBundle inside, Resolution asked) {
    List<TraceNode> steps = new ArrayList<>(StepNodes.of(asked.trace(), -1, paths));
    String difference = inside.difference();
    if (difference != null) {
      steps.add(TraceNode.fact("note", TraceMark.NOTE, paths.apply(difference), null));
    }
    Place.CodeObject found = inside.found();
    return TraceNode.load(
        text,
        TraceMark.BROKEN,
        "found in the binary, as planned",
        found == null ? "" : "%s, %s".formatted(found.target(), StepNodes.size(inside.sizeBytes())),
        found == null ? outcome.wrapper() : found,
        0,
        steps);
  }

  private static TraceNode inside(
      WrapperOutcome outcome, String text, WrapperOutcome.InBundle inside) {
    Place.CodeObject found = inside.found();
    String targets =
        inside.targets().isEmpty()
            ? "no target"
            : Traces.some(inside.targets().stream().map(GpuTarget::toString).toList());
    List<TraceNode> steps = new ArrayList<>();
    steps.add(
        TraceNode.fact(
            "binary",
            TraceMark.DONE,
            "not converted: its device code is inside, no loader is used",
            outcome.wrapper()));
    steps.add(
        new TraceNode(
            "bundle",
            found == null ? TraceMark.FAILED : TraceMark.DONE,
            found == null ? "nothing for " + outcome.device().processor() : "has it",
            "has code for " + targets,
            found == null ? outcome.wrapper() : found.parent(),
            found == null,
            0,
            -1,
            false,
            List.of()));
    refused(outcome, steps);
    return TraceNode.load(
        text,
        TraceMark.of(outcome),
        found == null
            ? Traces.answer(LoaderError.ARCHITECTURE_NOT_FOUND)
            : outcome.refusal() != null
                ? Refusal.WORDS
                : outcome.unpacked() ? "found in the binary" : LOOKED_UP,
        found == null
            ? "no code inside"
            : "%s, %s".formatted(found.target(), StepNodes.size(inside.sizeBytes())),
        found == null ? outcome.wrapper() : found,
        0,
        steps);
  }

  private static TraceNode unusable(
      WrapperOutcome outcome, String text, WrapperOutcome.Unusable unusable) {
    TraceNode step =
        new TraceNode(
            "wrapper",
            TraceMark.FAILED,
            "cannot be used",
            unusable.why(),
            outcome.wrapper(),
            true,
            0,
            -1,
            false,
            List.of());
    return TraceNode.load(
        text,
        TraceMark.FAILED,
        Traces.answer(unusable.error()),
        unusable.why(),
        outcome.wrapper(),
        0,
        List.of(step));
  }
}
