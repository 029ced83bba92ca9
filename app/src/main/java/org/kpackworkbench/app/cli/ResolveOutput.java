package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Registration;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/**
 * Says what {@code resolve} found, as text or JSON, and with which status to end. A binary, a tree
 * and a log are each described once.
 */
final class ResolveOutput {
  private static final int MOST_NUMBERS = 8;

  private final Console console;
  private final boolean json;
  private final boolean explain;
  private final ReportOutput output;
  private final List<String> failures = new ArrayList<>();
  private @Nullable Loader loader;
  private Diagnoser diagnoser = Diagnoser.ofTraces();
  private @Nullable JsonOut document;

  /**
   * @param explain whether text has every step, and JSON of a tree too
   */
  ResolveOutput(Console console, boolean json, boolean explain) {
    this.console = console;
    this.json = json;
    this.explain = explain;
    this.output = new ReportOutput(console, json);
  }

  /** Which loader answers, and what explains its answers. */
  void with(Loader asked, Diagnoser explains) {
    loader = asked;
    diagnoser = explains;
  }

  private Loader loader() {
    return Objects.requireNonNull(loader);
  }

  /** A binary: a row for each wrapper and device, causes behind. */
  int binary(BinaryResolution binary) throws IOException {
    Causes causes = new Causes(binary);
    List<Registration> registrations = Registration.of(binary, loader());
    Facts facts =
        new Facts()
            .list(
                "results",
                binary.outcomes(),
                (outcome, row) -> result(binary, outcome, causes, true, row))
            .flag("complete", binary.complete())
            .list("registrations", registrations, ResolveOutput::registration)
            .lines("causes", take -> each(causes.lines(), take))
            .lines("processes", take -> each(processes(registrations), take));
    environment(facts);
    output.print(
        planned(new Report(facts))
            .line("%s: %s".formatted(binary.binary().file(), binary.state().words()))
            .below(
                "results", "target", "index as #", "outcome", "size as bytes", "code object", "in")
            .lines("causes", "%s")
            .lines("processes", "%s"));
    return binary.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private static void each(List<String> lines, Facts.Take<String> take) throws IOException {
    for (String line : lines) {
      take.take(line);
    }
  }

  private Report planned(Report report) {
    return report.heading(
        loader().behaviour() == LoaderBehaviour.PLANNED
            ? List.of("Planned behaviour; no loader does this.")
            : List.of());
  }

  private static void result(
      BinaryResolution binary, WrapperOutcome outcome, Causes causes, boolean steps, Facts row)
      throws IOException {
    row.path("binary", binary.binary().file())
        .number("index", outcome.number())
        .text("target", outcome.device().toString());
    String words =
        outcome.right()
            ? "found"
            : outcome.found() ? "found, not its own" : "error " + outcome.error();
    switch (outcome.code()) {
      case WrapperOutcome.InArchive inArchive -> inArchive(inArchive, words, steps, row);
      case WrapperOutcome.InBundle inside -> inBundle(inside, outcome.error(), words, steps, row);
      case WrapperOutcome.Unusable unusable -> {
        row.text("outcome", "unusable").shown(words);
        answer(unusable.error(), null, null, -1, null, row);
        steps(List.of(), null, row);
        row.nothing("architecture").text("why", unusable.why());
        place("-", "-", row);
      }
    }
    diagnosis(causes.of(outcome), row);
  }

  private static void inArchive(
      WrapperOutcome.InArchive code, String words, boolean steps, Facts row) {
    Resolution resolution = code.resolution();
    Resolution.Found found = resolution.found();
    row.text(
            "outcome", found != null ? "found" : resolution.undefined() ? "undefined" : "not-found")
        .shown(words);
    if (found == null) {
      answer(resolution.error(), null, null, -1, null, row);
      place("-", "-", row);
    } else {
      String sha256 = code.sha256() == null ? null : code.sha256().toString();
      String archive = found.archive().toString();
      answer(LoaderError.SUCCESS, archive, found.key(), found.sizeBytes(), sha256, row);
      place(found.key() + " @ " + found.architecture(), archive, row);
    }
    steps(steps ? resolution.trace() : List.of(), null, row);
    CodeOwnership ownership = code.ownership();
    row.text("architecture", found == null ? null : found.architecture())
        .texts("handed", resolution.request().targets())
        .text(
            "warning",
            ownership.wrong() ? "%s. %s".formatted(ownership.words(), ownership.evidence()) : null);
    // The wrappers whose kernels a code object has that is not the wrapper's own.
    switch (ownership) {
      case CodeOwnership.Foreign foreign -> row.numbers("kernelsOf", foreign.wrappers());
      case CodeOwnership.Nobodys nobodys -> row.numbers("kernelsOf", List.of());
      case CodeOwnership.Disputed disputed -> row.nothing("kernelsOf");
      case CodeOwnership.Own own -> row.nothing("kernelsOf");
      case CodeOwnership.Unknown unknown -> row.nothing("kernelsOf");
    }
    row.flag("behavioursDiffer", resolution.behavioursDiffer())
        .text("difference", resolution.difference());
  }

  private static void inBundle(
      WrapperOutcome.InBundle inside, LoaderError error, String words, boolean steps, Facts row) {
    Place.CodeObject found = inside.found();
    Resolution asked = inside.asked();
    row.text("outcome", found == null ? "not-found" : "embedded").shown(words);
    answer(error, null, null, found == null ? -1 : inside.sizeBytes(), null, row);
    steps(steps && asked != null ? asked.trace() : List.of(), null, row);
    row.text("architecture", found == null ? null : found.target());
    if (asked != null) {
      row.texts("handed", asked.request().targets())
          .flag("behavioursDiffer", true)
          .text("difference", inside.difference());
    }
    if (found == null) {
      place("-", "-", row);
    } else {
      place(
          found.target(),
          "the binary, bundle %s%s"
              .formatted(
                  found.parent().label().replace("bundle ", ""),
                  asked == null ? "" : " (planned; no loader does)"),
          row);
    }
  }

  private static void answer(
      LoaderError error,
      @Nullable String archive,
      @Nullable String key,
      long sizeBytes,
      @Nullable String sha256,
      Facts row) {
    row.number("error", error.number())
        .text("archive", archive)
        .text("key", key)
        .size("size", sizeBytes)
        .text("sha256", sha256);
  }

  private static void place(String code, String where, Facts row) {
    row.aside("code object", code).aside("in", where);
  }

  private static void diagnosis(@Nullable Diagnosis cause, Facts row) {
    row.text("diagnosis", cause == null ? null : cause.sentence())
        .text("advice", cause == null ? null : cause.advice());
  }

  /** Steps, with their lines where they come from a log. */
  private static void steps(List<Step> trace, @Nullable List<Integer> lines, Facts row) {
    row.rows(
        "steps",
        (Facts.Take<Integer> take) -> {
          for (int i = 0; i < trace.size(); i++) {
            take.take(i);
          }
        },
        (number, each) -> {
          Step step = trace.get(number);
          Place place = step.place();
          each.text("step", name(step))
              .text("text", StepText.of(step).strip())
              .flag("failed", step.fails())
              .text("file", place == null ? null : place.file().toString());
          if (lines != null) {
            each.number("line", lines.get(number));
          }
          switch (step) {
            case Step.ArchiveOpened opened -> each.texts("architectures", opened.architectures());
            case Step.ArchiveUnreadable unreadable -> each.text("why", unreadable.why());
            case Step.MetadataUnreadable unreadable -> each.text("why", unreadable.why());
            case Step.KernelMissed missed -> each.text("why", missed.why());
            default -> {}
          }
        });
  }

  /** A step's kind: {@code archive-opened}. */
  private static String name(Step step) {
    return step.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /** How the loader behaved, and what its environment was. */
  private void environment(Facts facts) {
    LoaderEnvironment environment = loader().environment();
    facts
        .text("behaviour", loader().behaviour().words())
        .flag("planned", loader().behaviour() == LoaderBehaviour.PLANNED)
        .part(
            "environment",
            new Facts()
                .flag("disabled", environment.disabled())
                .flag("debug", environment.debug())
                .texts("path", environment.overridePaths())
                .texts("pathPrefix", environment.prefixPaths())
                .text("archOverride", environment.architectureOverride()));
  }

  /** What a process with all the devices would see of a wrapper. */
  private static void registration(Registration one, Facts row) {
    row.number("index", one.wrapper())
        .texts("served", one.served().stream().map(GpuTarget::toString).toList())
        .texts("skipped", one.skipped().stream().map(GpuTarget::toString).toList())
        .text("newest", hip(one.newest()))
        .text("before", hip(one.before()))
        .number("beforeError", one.beforeError().number());
  }

  /** The same in lines, where it is not the same for all of them. */
  private List<String> processes(List<Registration> wrappers) {
    List<String> lines = new ArrayList<>();
    for (Registration one : wrappers) {
      boolean several = one.served().size() + one.skipped().size() > 1;
      boolean parted = !one.skipped().isEmpty() && !one.served().isEmpty();
      if (!explain && !(several && (parted || one.before() != one.newest()))) {
        continue;
      }
      lines.add("");
      lines.add("wrapper %d in a process with all of these:".formatted(one.wrapper()));
      lines.add(
          "  newest runtime: %s%s"
              .formatted(
                  hip(one.newest()),
                  one.skipped().isEmpty() ? "" : "; without " + joined(one.skipped())));
      lines.add(
          "  before: one code object for all, %s"
              .formatted(
                  one.before() == null
                      ? "hipSuccess"
                      : "%s (error %s)".formatted(hip(one.before()), one.beforeError())));
    }
    return lines;
  }

  private static String hip(@Nullable HipError error) {
    return error == null ? "hipSuccess" : error.constant();
  }

  private static String joined(Collection<GpuTarget> devices) {
    return devices.stream().map(GpuTarget::toString).collect(Collectors.joining(", "));
  }

  /** Why wrappers have no code. */
  private final class Causes {
    private final BinaryResolution binary;
    private final Map<Diagnosis, List<WrapperOutcome>> all;
    private final Map<WrapperOutcome, Diagnosis> each = new IdentityHashMap<>();

    Causes(BinaryResolution binary) {
      this.binary = binary;
      all = diagnoser.of(binary);
      all.forEach((cause, outcomes) -> outcomes.forEach(outcome -> each.put(outcome, cause)));
    }

    @Nullable Diagnosis of(WrapperOutcome outcome) {
      return each.get(outcome);
    }

    /** Each cause once; with all steps where they are wanted. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      for (Map.Entry<Diagnosis, List<WrapperOutcome>> cause : all.entrySet()) {
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
                "  its bundle has code for %s; no loader is used"
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

  /** Before the binaries of a tree. */
  void begin() {
    if (json) {
      document = console.json().list("results");
    }
  }

  /** One binary of a tree. Texts about it come behind the grid. */
  void visit(BinaryResolution binary) throws IOException {
    JsonOut out = document;
    if (out != null) {
      Causes causes = new Causes(binary);
      for (WrapperOutcome outcome : binary.outcomes()) {
        Facts row = new Facts();
        result(binary, outcome, causes, explain, row);
        row.json(out.object());
        out.endObject();
      }
    } else if (!binary.complete() || explain) {
      failures.add("");
      failures.add(binary.binary().file().toString());
      failures.addAll(new Causes(binary).lines());
    }
  }

  /** Behind them. */
  int end(TreeResolution tree) throws IOException {
    List<String> devices = tree.devices().stream().map(GpuTarget::toString).toList();
    Facts facts =
        new Facts()
            .flag("complete", tree.complete())
            .texts("failing", tree.failing().stream().map(GpuTarget::toString).toList())
            .list("grid", tree.rows(), (row, each) -> gridRow(tree, devices, row, each))
            .list(
                "unreadable",
                tree.unreadable(),
                (path, row) ->
                    row.path("file", path.path()).text("message", ErrorLine.ofFile(path.failure())))
            .lines("failures", take -> each(failures, take));
    environment(facts);
    JsonOut open = document;
    if (open != null) {
      try (JsonOut out = open.endList()) {
        facts.json(out);
      }
    } else {
      List<String> columns = new ArrayList<>(List.of("path as binary"));
      devices.forEach(device -> columns.add(device + " as " + device));
      Report report = planned(new Report(facts)).table("grid", columns.toArray(String[]::new));
      if (!tree.rows().isEmpty()) {
        report.gap();
      }
      output.print(report.line(summary(tree)).lines("failures", "%s"));
    }
    for (FolderWalk.Unreadable path : tree.unreadable()) {
      console.error(ErrorLine.ofFile(path.failure()));
    }
    return !tree.unreadable().isEmpty()
        ? ExitStatus.FAILED
        : tree.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private static void gridRow(
      TreeResolution tree, List<String> devices, TreeResolution.Row row, Facts facts) {
    // Below the root of all files, as processes have theirs, a path is one that can be typed.
    String above = tree.root().toString().equals("/") ? "/" : "";
    facts
        .text("binary", row.path())
        .list(
            "cells",
            IntStream.range(0, devices.size()).boxed().toList(),
            (number, each) -> {
              TreeResolution.Cell cell = row.cells().get(number);
              each.text("target", devices.get(number))
                  .number("found", cell.found())
                  .number("wrappers", cell.wrappers())
                  .number("error", cell.error().number())
                  .number("notOwn", cell.foreign());
            })
        .aside("path", above + row.path());
    for (int i = 0; i < devices.size(); i++) {
      facts.aside(devices.get(i), row.cells().get(i).words());
    }
  }

  private static String summary(TreeResolution tree) {
    int binaries = tree.rows().size();
    return "%s with wrappers. %s"
        .formatted(
            CountText.of(binaries, "binary"),
            binaries == 0
                ? "There are no wrappers that need code."
                : tree.complete()
                    ? tree.loaded()
                        ? "All wrappers have code on all targets."
                        : "All wrappers find code on all targets; it was looked up, not unpacked (--load unpacks it)."
                    : "Code is missing for: "
                        + tree.failing().stream()
                            .map(device -> failing(tree, device))
                            .collect(Collectors.joining(", ")));
  }

  private static String failing(TreeResolution tree, GpuTarget device) {
    return "%s (%d)".formatted(device, tree.failing(device).size());
  }

  /** A log: what it tells of the loads that are wanted. */
  int log(DebugLog log, Predicate<LoadSummary> wanted) throws IOException {
    Facts facts =
        new Facts()
            .rows(
                "results",
                (Facts.Take<Integer> take) -> {
                  for (int i = 0; i < log.loads().size(); i++) {
                    if (wanted.test(log.loads().get(i))) {
                      take.take(i);
                    }
                  }
                },
                (number, row) -> load(log.loads().get(number), log.traces().get(number), row))
            .number("lines", log.lineCount())
            .list("unread", log.unreadLines(), ResolveOutput::line)
            .list("hipErrors", log.errorLines(), ResolveOutput::hipError)
            .list("runtime", log.runtimeLines(), ResolveOutput::runtime)
            .lines("loads", take -> loads(log, wanted, take));
    int unread = log.unreadLines().size();
    output.print(
        new Report(facts)
            .line(
                "%s in %s%s"
                    .formatted(
                        CountText.of(log.loads().size(), "load"),
                        CountText.of(log.lineCount(), "line"),
                        unread == 0 ? "" : "; %d of loaders that cannot be read".formatted(unread)))
            .lines("loads", "%s"));
    List<LoadSummary> loads = log.loads().stream().filter(wanted).toList();
    boolean found = !loads.isEmpty() && loads.stream().allMatch(LoadSummary::succeeded);
    return found ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private void load(LoadSummary load, LogTrace trace, Facts row) {
    LogTrace.Entry failure = trace.failure();
    ofLog(trace, row);
    steps(trace.steps(), trace.entries().stream().map(LogTrace.Entry::line).toList(), row);
    row.flag("certain", trace.certain())
        .text("writer", load.writer().isBlank() ? null : load.writer().strip())
        .known("failedLine", failure == null ? -1 : failure.line());
    diagnosis(cause(trace), row);
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

  /** The fields that a log tells as far as it does; it names no binary. */
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
    row.nothing("binary").known("index", index).text("target", trace.target());
    if (error == null) {
      row.text("outcome", "cut-off").nothing("error");
    } else {
      row.text("outcome", error == LoaderError.SUCCESS ? "found" : "not-found")
          .number("error", error.number());
    }
    row.text("archive", archive).text("key", trace.key()).known("size", size).nothing("sha256");
  }

  /** The loads that are wanted in lines: those that are like others are counted, causes behind. */
  private void loads(DebugLog log, Predicate<LoadSummary> wanted, Facts.Take<String> out)
      throws IOException {
    if (log.loads().isEmpty()) {
      out.take(
          "The log has no lines of a loader. Run the program with ROCM_KPACK_DEBUG=1 "
              + "and save its standard error.");
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
          out.take(
              "  and %s like it, up to line %d"
                  .formatted(CountText.of(same, "more load"), load.firstLine()));
          same = 0;
        }
        continue;
      }
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
      if (load.succeeded() && !explain) {
        continue;
      }
      LogTrace trace = log.traces().get(i);
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
