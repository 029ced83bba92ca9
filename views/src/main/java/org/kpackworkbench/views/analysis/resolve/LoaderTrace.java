package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/**
 * Loads with their steps, and what to say about them. Immutable; made in the background.
 *
 * @param summary all of it in a sentence
 * @param mark how it came out
 * @param causes why there is no code, each cause once; empty if all is well
 * @param nodes the lines of the tree
 * @param loads the lines of loads by what was loaded, where that is known
 */
public record LoaderTrace(
    String summary,
    TraceMark mark,
    List<Cause> causes,
    List<TraceNode> nodes,
    Map<Load, TraceNode> loads) {
  private static final String STEP = "  ";

  public LoaderTrace {
    causes = List.copyOf(causes);
    nodes = List.copyOf(nodes);
    loads = Map.copyOf(loads);
  }

  /** A trace whose loads are not looked up one by one. */
  public LoaderTrace(String summary, TraceMark mark, List<Cause> causes, List<TraceNode> nodes) {
    this(summary, mark, causes, nodes, Map.of());
  }

  /** Nothing. */
  static final LoaderTrace NONE = new LoaderTrace("", TraceMark.NOTE, List.of(), List.of());

  /** Returns a copy with another sentence in its summary; itself where there is none. */
  LoaderTrace adding(String sentence) {
    return sentence.isEmpty()
        ? this
        : new LoaderTrace(summary + " " + sentence, mark, causes, nodes, loads);
  }

  /** A wrapper on a device. */
  public record Load(int wrapper, GpuTarget device) {}

  /**
   * Why there is no code.
   *
   * @param whose which wrappers on which targets
   * @param mark whether it fails for it, or only some loaders do
   * @param sentence what is wrong
   * @param advice how to fix it
   * @param place what it speaks of; null if that is not available
   * @param step the step that failed first for it; null if none is known
   */
  public record Cause(
      String whose,
      TraceMark mark,
      String sentence,
      String advice,
      @Nullable Place place,
      @Nullable TraceNode step) {

    /** Why there is none with any loader. */
    public Cause(
        String whose,
        String sentence,
        String advice,
        @Nullable Place place,
        @Nullable TraceNode step) {
      this(whose, TraceMark.FAILED, sentence, advice, place, step);
    }
  }

  /** A step of a load, or the load where it has no such step; null if there is none. */
  @Nullable TraceNode step(int wrapper, GpuTarget device, int number) {
    TraceNode load = loads.get(new Load(wrapper, device));
    TraceNode step = load == null || number < 0 ? null : load.step(number);
    return step == null ? load : step;
  }

  /** All of it as text, for issues and mails. */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(summary);
    for (Cause cause : causes) {
      lines.add("");
      lines.add(cause.whose() + ":");
      lines.add(STEP + cause.sentence());
      lines.add(STEP + cause.advice());
    }
    lines.add("");
    nodes.forEach(node -> add(node, "", lines));
    return String.join("\n", lines) + "\n";
  }

  /** Some lines with all below them as text. */
  static String text(List<TraceNode> nodes) {
    List<String> lines = new ArrayList<>();
    nodes.forEach(node -> add(node, "", lines));
    return String.join("\n", lines) + "\n";
  }

  private static void add(TraceNode node, String indent, List<String> lines) {
    lines.add((node.failing() ? "> " : "  ") + indent + node.words());
    node.children().forEach(child -> add(child, indent + STEP, lines));
  }
}
