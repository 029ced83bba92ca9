package org.kpackworkbench.model.analysis.resolve.report;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;

/**
 * The loads in a debug log: facts, and what text shows of them. Immutable.
 *
 * @param wanted which loads
 * @param explain whether text has every step
 */
public record LogReport(DebugLog log, Predicate<LoadSummary> wanted, boolean explain) {
  /** A log's traces are all that there is. */
  private static final Diagnoser DIAGNOSER = Diagnoser.ofTraces();

  /** Further loads that found code are counted in text: among many, it is failures that count. */
  private static final int MOST_FOUND = 1000;

  /** Returns a report of the log. */
  public Report describe() {
    Facts facts =
        new Facts()
            .rows(
                "results",
                (Taker<Integer> take) -> {
                  for (int i = 0; i < log.loads().size(); i++) {
                    if (wanted.test(log.loads().get(i))) {
                      take.take(i);
                    }
                  }
                },
                this::load)
            .number("lines", log.lineCount())
            .list("unread", log.unreadLines(), LogReport::line)
            .list("hipErrors", log.errorLines(), LogReport::hipError)
            .list("runtime", log.runtimeLines(), LogReport::runtime)
            .lines("loads", this::loads);
    int unread = log.unreadLines().size();
    return new Report(facts)
        .line(
            "%s in %s%s"
                .formatted(
                    CountText.of(log.loads().size(), "load"),
                    CountText.of(log.lineCount(), "line"),
                    unread == 0 ? "" : "; %d of loaders that cannot be read".formatted(unread)))
        .lines("loads", "%s");
  }

  /** Whether there are such loads, and all of them found their code. */
  public boolean complete() {
    List<LoadSummary> loads = log.loads().stream().filter(wanted).toList();
    return !loads.isEmpty() && loads.stream().allMatch(LoadSummary::succeeded);
  }

  private void load(int number, Facts row) {
    LoadSummary load = log.loads().get(number);
    LogTrace trace = log.traces().get(number);
    LogTrace.Entry failure = trace.failure();
    String binary = load.answerLine() == 0 ? "" : answer(load).binary();
    row.text("binary", binary.isEmpty() ? null : binary);
    ofLog(trace, row);
    OutcomeFacts.steps(
        trace.steps(), trace.entries().stream().map(LogTrace.Entry::line).toList(), row);
    row.flag("certain", trace.certain())
        .text("writer", load.writer().isBlank() ? null : load.writer().strip())
        .known("failedLine", failure == null ? -1 : failure.line())
        .known("runtimeLine", load.answerLine() == 0 ? -1 : load.answerLine());
    OutcomeFacts.diagnosis(cause(trace), GivenPaths.like(null), row);
  }

  private static void line(DebugLog.Line line, Facts row) {
    row.number("line", line.number()).text("text", line.text());
  }

  private static void hipError(DebugLog.Line line, Facts row) {
    HipError error = HipError.in(line.text()).orElseThrow();
    line(line, row);
    row.text("error", error.constant())
        .number("number", error.number())
        .text("meaning", error.meaning())
        .text("advice", error.advice());
  }

  private static void runtime(DebugLog.Line line, Facts row) {
    RuntimeAnswer answer = RuntimeAnswer.in(line.text()).orElseThrow();
    line(line, row);
    row.number("error", answer.number())
        .text("target", answer.target().isEmpty() ? null : answer.target())
        .text("binary", answer.binary().isEmpty() ? null : answer.binary())
        .text("meaning", answer.meaning())
        .text("advice", answer.advice());
  }

  private RuntimeAnswer answer(LoadSummary load) {
    return RuntimeAnswer.in(log.lines().get(load.answerLine() - 1).text()).orElseThrow();
  }

  private static void ofLog(LogTrace trace, Facts row) {
    long index = -1;
    String archive = null;
    long size = -1;
    for (Step step : trace.steps()) {
      if (step instanceof Step.MetadataRead read) {
        index = read.index();
      } else if (step instanceof Step.KernelFound found) {
        archive = found.archive().isEmpty() ? null : found.archive();
        size = found.sizeBytes();
      }
    }
    LoaderError error = trace.outcome();
    row.known("index", index).text("target", trace.target());
    if (error == null) {
      row.text("outcome", "cut-off").nothing("error");
    } else {
      row.text("outcome", error == LoaderError.SUCCESS ? "found" : "not-found")
          .number("error", error.number());
    }
    row.text("archive", archive).text("key", trace.key()).known("size", size).nothing("sha256");
  }

  private static final class Alike {
    private final int first;
    private int more = -1;
    private int lastOnesLine;

    Alike(int first) {
      this.first = first;
    }
  }

  /** The loads that are wanted in lines: those that are like others are counted, causes behind. */
  private void loads(Taker<String> out) throws IOException {
    if (log.loads().isEmpty()) {
      out.take("The log has no lines of a loader. " + DebugLog.HOW_TO_GET);
    }
    Map<Integer, Alike> kinds = new LinkedHashMap<>();
    for (int i = 0; i < log.loads().size(); i++) {
      LoadSummary load = log.loads().get(i);
      if (wanted.test(load)) {
        int first = i;
        Alike alike =
            kinds.computeIfAbsent(explain ? i : log.likeness(i), none -> new Alike(first));
        alike.more++;
        alike.lastOnesLine = load.firstLine();
      }
    }
    int shown = 0;
    int left = 0;
    for (Alike alike : kinds.values()) {
      LoadSummary load = log.loads().get(alike.first);
      if (!explain && load.succeeded() && load.answerLine() == 0 && ++shown > MOST_FOUND) {
        left += alike.more + 1;
        continue;
      }
      load(alike.first, load, out);
      if (alike.more > 0) {
        out.take(
            "  and %s like it, up to line %d"
                .formatted(CountText.of(alike.more, "more load"), alike.lastOnesLine));
      }
    }
    if (left > 0) {
      out.take("");
      out.take(
          "%s more found code; --explain or --json shows them."
              .formatted(CountText.of(left, "load")));
    }
    if (!log.loads().isEmpty() && log.loads().stream().noneMatch(wanted)) {
      out.take("None of them is for the selected targets.");
    }
    for (RuntimeAnswer answer : log.runtimeAnswers()) {
      out.take("");
      out.take("runtime: " + answer.meaning());
      out.take("  " + answer.advice());
    }
    for (HipError error : log.hipErrors()) {
      out.take("");
      out.take("%s (%d):".formatted(error.constant(), error.number()));
      out.take("  " + error.meaning());
      out.take("  " + error.advice());
    }
  }

  private void load(int number, LoadSummary load, Taker<String> out) throws IOException {
    out.take("");
    out.take(
        "line %d: %s%s on %s: %s%s"
            .formatted(
                load.firstLine(),
                load.writer().isBlank() ? "" : load.writer().strip() + " ",
                known(load.key()),
                known(load.target()),
                load.outcomeWords(),
                load.certain() ? "" : " (other threads' lines may be among its own)"));
    if (load.answerLine() > 0) {
      out.take("  runtime, line %d: %s".formatted(load.answerLine(), answer(load).meaning()));
    }
    if (load.succeeded() && !explain) {
      return;
    }
    LogTrace trace = log.traces().get(number);
    Diagnosis cause = cause(trace);
    if (cause != null) {
      out.take("  " + cause.sentence());
      out.take("  " + cause.advice());
    }
    LogTrace.Entry failure = trace.failure();
    if (explain) {
      for (LogTrace.Entry entry : trace.entries()) {
        out.take(
            "  %s%6d  %s"
                .formatted(
                    entry.equals(failure) ? ">" : " ", entry.line(), StepText.of(entry.step())));
      }
    } else if (failure != null) {
      String text = log.lines().get(failure.line() - 1).text();
      out.take("  line %d: %s".formatted(failure.line(), text.strip()));
    }
  }

  private static String known(@Nullable String text) {
    return text == null ? "?" : text;
  }

  private static @Nullable Diagnosis cause(LogTrace trace) {
    LoaderError outcome = trace.outcome();
    return outcome == null
        ? null
        : DIAGNOSER.of(trace.steps(), outcome, trace.target() == null ? "the GPU" : trace.target());
  }
}
