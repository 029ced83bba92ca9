package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/**
 * Steps of a loader as lines of a tree: what was looked up is below the architecture that was
 * tried. Pure functions; any thread.
 */
final class StepNodes {
  private final Function<Step, @Nullable Place> places;
  private final UnaryOperator<String> paths;
  private final List<TraceNode> nodes = new ArrayList<>();
  private @Nullable Tried open;
  private int count;

  private static final class Tried {
    final Step.ArchitectureTried step;
    final int line;
    final int number;
    final boolean failing;
    final List<TraceNode> below = new ArrayList<>();
    TraceMark mark = TraceMark.DONE;
    String outcome = "";

    Tried(Step.ArchitectureTried step, int line, int number, boolean failing) {
      this.step = step;
      this.line = line;
      this.number = number;
      this.failing = failing;
    }

    void became(TraceMark now, String words) {
      mark = now;
      outcome = words;
    }

    TraceNode node() {
      String reduced = step.architecture().equals(step.target()) ? "" : "for " + step.target();
      return new TraceNode(
          "architecture " + step.architecture(),
          mark,
          outcome,
          reduced,
          null,
          failing,
          line,
          number,
          false,
          below);
    }
  }

  private StepNodes(Function<Step, @Nullable Place> places, UnaryOperator<String> paths) {
    this.places = places;
    this.paths = paths;
  }

  /**
   * Steps of a loader that ran here.
   *
   * @param failing the number of the step for which there is no code; -1 for none
   * @param paths how texts with paths are shown
   */
  static List<TraceNode> of(List<Step> steps, int failing, UnaryOperator<String> paths) {
    StepNodes made = new StepNodes(Step::place, paths);
    for (int i = 0; i < steps.size(); i++) {
      made.add(steps.get(i), 0, i == failing);
    }
    return made.end();
  }

  /**
   * Steps of a log.
   *
   * @param places where a step leads on this machine
   */
  static List<TraceNode> of(LogTrace log, Function<Step, @Nullable Place> places) {
    StepNodes made = new StepNodes(places, UnaryOperator.identity());
    LogTrace.Entry failure = log.failure();
    for (LogTrace.Entry entry : log.entries()) {
      made.add(entry.step(), entry.line(), entry.equals(failure));
    }
    return made.end();
  }

  private List<TraceNode> end() {
    close();
    return List.copyOf(nodes);
  }

  private void close() {
    Tried tried = open;
    if (tried != null) {
      nodes.add(tried.node());
      open = null;
    }
  }

  private void add(Step step, int line, boolean failing) {
    count++;
    Tried tried = open;
    switch (step) {
      case Step.ArchitectureTried next -> {
        close();
        open = new Tried(next, line, count - 1, failing);
      }
      case Step.ArchitectureNotListed not when tried != null -> {
        tried.became(TraceMark.PASSED, "in no archive");
        tried.below.add(node(step, line, failing));
      }
      case Step.ArchitectureListed listed when tried != null ->
          tried.below.add(node(step, line, failing));
      case Step.KeyLookedUp looked when tried != null -> tried.below.add(node(step, line, failing));
      case Step.KernelMissed missed when tried != null -> {
        boolean broken = missed.error() != LoaderError.KERNEL_NOT_FOUND;
        tried.became(
            broken ? TraceMark.BROKEN : TraceMark.PASSED,
            broken ? "listed, code cannot be used" : "listed, no such code");
        tried.below.add(node(step, line, failing));
      }
      case Step.KernelFound found when tried != null -> {
        tried.became(TraceMark.FOUND, "found");
        tried.below.add(node(step, line, failing));
      }
      default -> {
        close();
        nodes.add(node(step, line, failing));
      }
    }
  }

  private TraceNode node(Step step, int line, boolean failing) {
    StepWords words = StepWords.of(step);
    List<TraceNode> below =
        step instanceof Step.ArchiveOpened opened
            ? opened.architectures().stream().map(StepNodes::listed).toList()
            : List.of();
    return new TraceNode(
        words.text(),
        failing ? TraceMark.FAILED : words.mark(),
        words.outcome(),
        paths.apply(words.detail()),
        places.apply(step),
        failing,
        line,
        count - 1,
        false,
        below);
  }

  private static TraceNode listed(String architecture) {
    return TraceNode.fact("lists " + architecture, TraceMark.DONE, "", null);
  }

  /** A size as people read it, and exact. */
  static String size(long bytes) {
    return bytes < 1024
        ? SizeText.exact(bytes)
        : SizeText.of(bytes) + " (" + SizeText.exact(bytes) + ")";
  }
}
