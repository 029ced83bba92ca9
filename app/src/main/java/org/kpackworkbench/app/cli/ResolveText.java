package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.Registration;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;

/** Prints what was resolved for people. */
final class ResolveText {
  private static final int MOST_NUMBERS = 8;

  private final TextOut out;
  private final Diagnoser diagnoser;

  ResolveText(TextOut out, Diagnoser diagnoser) {
    this.out = out;
    this.diagnoser = diagnoser;
  }

  /** A binary: a row for each wrapper and device, causes behind. */
  void binary(BinaryResolution binary, boolean explain) throws IOException {
    out.line("%s: %s".formatted(binary.binary().file(), binary.state().words()));
    if (binary.outcomes().isEmpty()) {
      return;
    }
    TextColumns table = new TextColumns("target", ">#", "outcome", ">bytes", "code object", "in");
    for (WrapperOutcome outcome : binary.outcomes()) {
      row(table, outcome);
    }
    table.print(out, "  ");
    for (String line : causes(binary, diagnoser, explain)) {
      out.line(line);
    }
  }

  /** What a process with all the devices would see, where that is not the same for all of them. */
  void registrations(List<Registration> wrappers, boolean explain) throws IOException {
    for (Registration one : wrappers) {
      boolean several = one.served().size() + one.skipped().size() > 1;
      boolean parted = !one.skipped().isEmpty() && !one.served().isEmpty();
      if (!explain && !(several && (parted || one.before() != one.newest()))) {
        continue;
      }
      out.line();
      out.line("wrapper %d in a process with all of these:".formatted(one.wrapper()));
      out.line(
          "  newest runtime: %s%s"
              .formatted(
                  hip(one.newest()),
                  one.skipped().isEmpty() ? "" : "; without " + joined(one.skipped())));
      out.line(
          "  before: one code object for all, %s"
              .formatted(
                  one.before() == null
                      ? "hipSuccess"
                      : "%s (error %s)".formatted(hip(one.before()), one.beforeError())));
    }
  }

  private static String hip(@Nullable HipError error) {
    return error == null ? "hipSuccess" : error.constant();
  }

  private static String joined(List<GpuTarget> devices) {
    return devices.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
  }

  /** Why wrappers have no code, each cause once; with all steps where they are wanted. */
  static List<String> causes(BinaryResolution binary, Diagnoser diagnoser, boolean explain) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Diagnosis, List<WrapperOutcome>> cause : diagnoser.of(binary).entrySet()) {
      lines.add("");
      lines.add(which(cause.getValue()));
      lines.add("  " + cause.getKey().sentence());
      lines.add("  " + cause.getKey().advice());
    }
    if (explain) {
      explain(binary, lines);
    }
    return lines;
  }

  private static void row(TextColumns table, WrapperOutcome outcome) {
    String size = "-";
    String code = "-";
    String place = "-";
    switch (outcome.code()) {
      case WrapperOutcome.InArchive asked -> {
        Resolution.Found found = asked.resolution().found();
        if (found != null) {
          size = Long.toString(found.sizeBytes());
          code = found.key() + " @ " + found.architecture();
          place = found.archive().toString();
        }
      }
      case WrapperOutcome.InBundle inside -> {
        if (inside.found() != null) {
          size = Long.toString(inside.sizeBytes());
          code = inside.found().target();
          place =
              "the binary, bundle %s%s"
                  .formatted(
                      inside.found().parent().label().replace("bundle ", ""),
                      inside.asked() == null ? "" : " (planned; no loader does)");
        }
      }
      case WrapperOutcome.Unusable unusable -> {}
    }
    String words =
        outcome.right()
            ? "found"
            : outcome.found() ? "found, not its own" : "error " + outcome.error();
    table.row(
        outcome.device().toString(), Integer.toString(outcome.number()), words, size, code, place);
  }

  /** Whose cause it is: {@code gfx942, wrappers 0, 1, 2 (error 5 …)}. */
  private static String which(List<WrapperOutcome> outcomes) {
    String devices =
        outcomes.stream()
            .map(outcome -> outcome.device().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    List<Integer> numbers = outcomes.stream().map(WrapperOutcome::number).distinct().toList();
    String shown =
        numbers.stream().limit(MOST_NUMBERS).map(String::valueOf).collect(Collectors.joining(", "));
    return "%s, %s %s%s:"
        .formatted(
            devices,
            CountText.word(numbers.size(), "wrapper"),
            shown,
            numbers.size() > MOST_NUMBERS
                ? " and %d more".formatted(numbers.size() - MOST_NUMBERS)
                : "");
  }

  private static void explain(BinaryResolution binary, List<String> lines) {
    for (WrapperOutcome outcome : binary.outcomes()) {
      lines.add("");
      lines.add("%s, wrapper %d".formatted(outcome.device(), outcome.number()));
      switch (outcome.code()) {
        case WrapperOutcome.InArchive asked ->
            trace(asked.resolution(), asked.resolution().difference(), lines);
        case WrapperOutcome.InBundle inside when inside.asked() == null ->
            lines.add(
                "  its bundle has code for %s; no loader is asked"
                    .formatted(
                        inside.targets().stream()
                            .map(GpuTarget::toString)
                            .collect(Collectors.joining(", "))));
        case WrapperOutcome.InBundle inside -> trace(inside.asked(), inside.difference(), lines);
        case WrapperOutcome.Unusable unusable -> lines.add("  " + unusable.why());
      }
    }
  }

  private static void trace(
      @Nullable Resolution resolution, @Nullable String difference, List<String> lines) {
    if (resolution != null) {
      StepText.lines(resolution.trace()).forEach(line -> lines.add("  " + line));
    }
    if (difference != null) {
      lines.add("  " + difference);
    }
  }

  /** A tree: binaries and devices. */
  void grid(TreeResolution tree) throws IOException {
    List<String> heads = new ArrayList<>(List.of("binary"));
    tree.devices().forEach(device -> heads.add(device.toString()));
    TextColumns table = new TextColumns(heads.toArray(String[]::new));
    for (TreeResolution.Row row : tree.rows()) {
      // Below the root of all files, as processes have theirs, a path is one that can be typed.
      String above = tree.root().equals(tree.root().getRoot()) ? "/" : "";
      List<String> cells = new ArrayList<>(List.of(above + row.path()));
      for (TreeResolution.Cell cell : row.cells()) {
        cells.add(cell.words());
      }
      table.row(cells.toArray(String[]::new));
    }
    if (!table.isEmpty()) {
      table.print(out, "");
      out.line();
    }
    int binaries = tree.rows().size();
    out.line(
        "%d binar%s with wrappers. %s"
            .formatted(
                binaries,
                binaries == 1 ? "y" : "ies",
                binaries == 0
                    ? "There is nothing that could lack code."
                    : tree.complete()
                        ? "All have code on all targets."
                        : "Code is missing for: "
                            + tree.failing().stream()
                                .map(device -> failing(tree, device))
                                .collect(Collectors.joining(", "))));
  }

  private static String failing(TreeResolution tree, GpuTarget device) {
    return "%s (%d)".formatted(device, tree.failing(device).size());
  }

  /** A log: a row for each load that is wanted, causes behind. */
  void log(DebugLog log, Predicate<LoadSummary> wanted, boolean explain) throws IOException {
    int unread = log.unreadLines().size();
    out.line(
        "%s in %s%s"
            .formatted(
                CountText.of(log.loads().size(), "load"),
                CountText.of(log.lineCount(), "line"),
                unread == 0 ? "" : "; %d of loaders that cannot be read".formatted(unread)));
    if (log.loads().isEmpty()) {
      out.line(
          "No loader wrote a step. Run the program with ROCM_KPACK_DEBUG=1 and keep its stderr.");
    }
    int same = 0;
    for (int i = 0; i < log.loads().size(); i++) {
      LoadSummary load = log.loads().get(i);
      if (!wanted.test(load)) {
        continue;
      }
      if (!explain && log.isLikeBefore(i)) {
        same++;
        if (i + 1 == log.loads().size() || !log.isLikeBefore(i + 1)) {
          out.line(
              "  and %s like it, up to line %d"
                  .formatted(CountText.of(same, "more load"), load.firstLine()));
          same = 0;
        }
        continue;
      }
      out.line();
      out.line(
          "line %d: %s%s on %s: %s%s"
              .formatted(
                  load.firstLine(),
                  load.writer().isBlank() ? "" : load.writer().strip() + " ",
                  known(load.key()),
                  known(load.target()),
                  load.outcomeWords(),
                  load.certain() ? "" : " (other threads' lines may be among its own)"));
      if (load.succeeded() && !explain) {
        continue;
      }
      LogTrace trace = log.traces().get(i);
      Diagnosis cause = cause(trace);
      if (cause != null) {
        out.line("  " + cause.sentence());
        out.line("  " + cause.advice());
      }
      LogTrace.Entry failure = trace.failure();
      if (explain) {
        for (LogTrace.Entry entry : trace.entries()) {
          out.line(
              "  %s%6d  %s"
                  .formatted(
                      entry.equals(failure) ? ">" : " ", entry.line(), StepText.of(entry.step())));
        }
      } else if (failure != null) {
        String text = log.lines().get(failure.line() - 1).text();
        out.line("  line %d: %s".formatted(failure.line(), text.strip()));
      }
    }
    if (!log.loads().isEmpty() && log.loads().stream().noneMatch(wanted)) {
      out.line("None of them is for the targets that were asked for.");
    }
    for (RuntimeAnswer answer : log.runtimeAnswers()) {
      out.line();
      out.line("runtime: " + answer.meaning());
      out.line("  " + answer.advice());
    }
    for (HipError error : log.hipErrors()) {
      out.line();
      out.line("%s (%d):".formatted(error.constant(), error.number()));
      out.line("  " + error.meaning());
      out.line("  " + error.advice());
    }
  }

  private static String known(@Nullable String text) {
    return text == null ? "?" : text;
  }

  private @Nullable Diagnosis cause(LogTrace trace) {
    LoaderError outcome = trace.outcome();
    return outcome == null
        ? null
        : diagnoser.of(trace.steps(), outcome, trace.target() == null ? "the GPU" : trace.target());
  }
}
