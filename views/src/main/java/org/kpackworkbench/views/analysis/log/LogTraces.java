package org.kpackworkbench.views.analysis.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.LoaderTrace;
import org.kpackworkbench.views.analysis.resolve.TraceNode;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;
import org.kpackworkbench.views.analysis.resolve.Traces;
import org.kpackworkbench.views.kit.rows.RowColumn;

/**
 * The loads of a log as a trace: those of different writers apart, and of very many those first
 * that failed. Immutable; made in the background.
 *
 * @param log the log
 * @param trace what is shown
 * @param shown how many loads that are
 * @param fitting how many the filter leaves
 * @param hipErrors the HIP errors that programs named
 * @param common the folder that the files of the log have in common; empty for none
 */
record LogTraces(
    DebugLog log,
    LoaderTrace trace,
    int shown,
    int fitting,
    List<HipError> hipErrors,
    String common,
    Owners owners) {
  /** More loads at once are no list that anybody reads. */
  static final int MOST_SHOWN = 1000;

  /** Fields by which loads can be filtered. */
  static final List<RowColumn<LoadSummary>> FIELDS =
      List.of(
          RowColumn.text("Writer", LoadSummary::writer),
          RowColumn.<LoadSummary>text("Key", load -> Objects.requireNonNullElse(load.key(), ""))
              .alsoNamed("name"),
          RowColumn.<LoadSummary>text(
                  "Target", load -> Objects.requireNonNullElse(load.target(), ""))
              .alsoNamed("arch"),
          RowColumn.text("Outcome", LoadSummary::outcomeWords),
          RowColumn.count("Line", LoadSummary::firstLine),
          RowColumn.count("Index", LogTraces::index));

  /** The wrapper's index at the end of a load's key; -1 if there is none. */
  private static long index(LoadSummary load) {
    String key = Objects.requireNonNullElse(load.key(), "");
    String index = key.substring(key.lastIndexOf('#') + 1);
    return index.matches("[0-9]{1,18}") ? Long.parseLong(index) : -1;
  }

  /** Which line of the trace is of which load, and where lines of the log are in it. */
  static final class Owners {
    private final Map<TraceNode, Integer> loads = new HashMap<>();
    private final TreeMap<Integer, TraceNode> lines = new TreeMap<>();

    private void add(TraceNode node, int load) {
      loads.put(node, load);
      // Steps before the load that they are of: its first line is one of theirs.
      node.children().forEach(child -> add(child, load));
      if (node.failing()) {
        lines.put(node.line(), node);
      } else if (node.line() > 0) {
        lines.putIfAbsent(node.line(), node);
      }
    }

    /** The load of a line of the trace; -1 for what is above loads. */
    int load(@Nullable TraceNode node) {
      return node == null ? -1 : loads.getOrDefault(node, -1);
    }

    /** The step that a line of the log describes, or the one before it; null if none is. */
    @Nullable TraceNode step(int line) {
      Map.Entry<Integer, TraceNode> found = lines.floorEntry(line);
      return found == null ? null : found.getValue();
    }
  }

  /**
   * Makes a trace of a log.
   *
   * @param mapping where the log's files are here
   * @param wanted the loads to show
   */
  static LogTraces of(DebugLog log, PathMapping mapping, Predicate<LoadSummary> wanted)
      throws FormatException {
    List<Integer> fitting = fitting(log, wanted);
    List<Integer> chosen = chosen(log, fitting);
    Map<String, List<Integer>> byWriter = new LinkedHashMap<>();
    for (int load : chosen) {
      byWriter.computeIfAbsent(log.loads().get(load).writer(), one -> new ArrayList<>()).add(load);
    }
    Owners owners = new Owners();
    List<TraceNode> nodes = new ArrayList<>();
    Map<String, LoaderTrace.Cause> causes = new LinkedHashMap<>();
    List<LogTrace> all = new ArrayList<>();
    for (Map.Entry<String, List<Integer>> one : byWriter.entrySet()) {
      List<LogTrace> traces = new ArrayList<>();
      for (int load : one.getValue()) {
        traces.add(log.trace(load, mapping::place));
      }
      all.addAll(traces);
      LoaderTrace of = Traces.ofLog(traces, Step::place);
      for (int i = 0; i < of.nodes().size(); i++) {
        owners.add(of.nodes().get(i), one.getValue().get(i));
      }
      of.causes().forEach(cause -> causes.merge(cause.sentence(), cause, LogTraces::both));
      if (byWriter.size() == 1) {
        nodes.addAll(of.nodes());
      } else {
        nodes.add(writer(one.getKey(), of));
      }
    }
    LoaderTrace whole = Traces.ofLog(all, Step::place);
    return new LogTraces(
        log,
        new LoaderTrace(summary(log, whole), whole.mark(), List.copyOf(causes.values()), nodes),
        chosen.size(),
        fitting.size(),
        log.hipErrors(),
        PathMapping.common(all.stream().flatMap(trace -> trace.steps().stream()).toList()),
        owners);
  }

  private static LoaderTrace.Cause both(LoaderTrace.Cause one, LoaderTrace.Cause other) {
    return new LoaderTrace.Cause(
        one.whose() + ", " + other.whose(), one.sentence(), one.advice(), one.place(), one.step());
  }

  private static TraceNode writer(String name, LoaderTrace of) {
    String words = name.strip().replaceAll("[:|>]+$", "").strip();
    return TraceNode.above(
        words.isEmpty() ? "no prefix" : words,
        of.mark(),
        of.mark() == TraceMark.FAILED ? "code is missing" : "",
        of.summary(),
        null,
        of.nodes());
  }

  private static String summary(DebugLog log, LoaderTrace whole) {
    if (!log.loads().isEmpty()) {
      return whole.nodes().isEmpty() ? "No load matches the filter." : whole.summary();
    }
    return log.lineCount() == 0
        ? "There is no log yet."
        : "No loader wrote a step. " + DebugLog.HOW_TO_GET;
  }

  private static List<Integer> fitting(DebugLog log, Predicate<LoadSummary> wanted) {
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < log.loads().size(); i++) {
      if (wanted.test(log.loads().get(i))) {
        fitting.add(i);
      }
    }
    return fitting;
  }

  /** All where they are few; else the first that did not succeed, filled up with others. */
  private static List<Integer> chosen(DebugLog log, List<Integer> fitting) {
    if (fitting.size() <= MOST_SHOWN) {
      return fitting;
    }
    List<Integer> chosen = new ArrayList<>();
    for (int pass = 0; pass < 2; pass++) {
      for (int load : fitting) {
        boolean wanted = log.loads().get(load).succeeded() == (pass == 1);
        if (wanted && chosen.size() < MOST_SHOWN) {
          chosen.add(load);
        }
      }
    }
    chosen.sort(null);
    return chosen;
  }

  /** Loads, lines and what could not be understood, for the status bar. */
  String status() {
    int unread = log.unreadLines().size();
    return "%s in %s%s"
        .formatted(
            CountText.grouped(log.loads().size(), "load"),
            CountText.grouped(log.lineCount(), "line"),
            unread == 0
                ? ""
                : ", %s of loaders not understood".formatted(CountText.grouped(unread, "line")));
  }
}
