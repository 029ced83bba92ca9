package org.kpackworkbench.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
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
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/** Prints what was resolved for programs. */
final class ResolveJson {
  private final JsonOut out;
  private final Diagnoser diagnoser;
  private final boolean steps;

  /**
   * @param steps whether steps are wanted; without them their lists are empty
   */
  ResolveJson(JsonOut out, Diagnoser diagnoser, boolean steps) {
    this.out = out;
    this.diagnoser = diagnoser;
    this.steps = steps;
  }

  /** The results of a binary, in a list. */
  void results(BinaryResolution binary) {
    for (WrapperOutcome outcome : binary.outcomes()) {
      out.object()
          .field("binary", binary.binary().file().toString())
          .field("index", outcome.number())
          .field("target", outcome.device().toString());
      switch (outcome.code()) {
        case WrapperOutcome.InArchive asked -> inArchive(asked);
        case WrapperOutcome.InBundle inside -> inBundle(inside, outcome.error());
        case WrapperOutcome.Unusable unusable -> {
          nothing("unusable", unusable.error());
          out.field("why", unusable.why());
        }
      }
      diagnosis(diagnoser.of(outcome, binary.state()));
      out.endObject();
    }
  }

  private void inArchive(WrapperOutcome.InArchive asked) {
    Resolution resolution = asked.resolution();
    Resolution.Found found = resolution.found();
    if (found == null) {
      String words = resolution.undefined() ? "undefined" : "not-found";
      outcome(words, resolution.error(), null, null, -1, null);
    } else {
      outcome(
          "found",
          LoaderError.SUCCESS,
          found.archive().toString(),
          found.key(),
          found.sizeBytes(),
          asked.sha256() == null ? null : asked.sha256().toString());
    }
    steps(resolution.trace(), null);
    out.field("architecture", found == null ? null : found.architecture())
        .texts("handed", resolution.request().targets())
        .field("warning", warning(asked.ownership()));
    kernelsOf(asked.ownership());
    out.field("behavioursDiffer", resolution.behavioursDiffer())
        .field("difference", resolution.difference());
  }

  private static @Nullable String warning(CodeOwnership ownership) {
    return ownership.wrong() ? "%s. %s".formatted(ownership.words(), ownership.evidence()) : null;
  }

  /** The wrappers whose kernels a code object has that is not the wrapper's own; else nothing. */
  private void kernelsOf(CodeOwnership ownership) {
    switch (ownership) {
      case CodeOwnership.Foreign foreign -> {
        out.list("kernelsOf");
        foreign.wrappers().forEach(out::value);
        out.endList();
      }
      case CodeOwnership.Nobodys nobodys -> out.list("kernelsOf").endList();
      case CodeOwnership.Disputed disputed -> out.nothing("kernelsOf");
      case CodeOwnership.Own own -> out.nothing("kernelsOf");
      case CodeOwnership.Unknown unknown -> out.nothing("kernelsOf");
    }
  }

  private void inBundle(WrapperOutcome.InBundle inside, LoaderError error) {
    Place.CodeObject found = inside.found();
    outcome(
        found == null ? "not-found" : "embedded",
        error,
        null,
        null,
        found == null ? -1 : inside.sizeBytes(),
        null);
    Resolution asked = inside.asked();
    steps(asked == null ? List.of() : asked.trace(), null);
    out.field("architecture", found == null ? null : found.target());
    if (asked != null) {
      out.texts("handed", asked.request().targets())
          .field("behavioursDiffer", true)
          .field("difference", inside.difference());
    }
  }

  private void nothing(String outcome, LoaderError error) {
    outcome(outcome, error, null, null, -1, null);
    steps(List.of(), null);
    out.nothing("architecture");
  }

  private void outcome(
      String outcome,
      LoaderError error,
      @Nullable String archive,
      @Nullable String key,
      long sizeBytes,
      @Nullable String sha256) {
    out.field("outcome", outcome)
        .field("error", error.number())
        .field("archive", archive)
        .field("key", key)
        .known("size", sizeBytes)
        .field("sha256", sha256);
  }

  /** Steps, with their lines where they come from a log. */
  private void steps(List<Step> trace, @Nullable List<Integer> lines) {
    out.list("steps");
    for (int i = 0; steps && i < trace.size(); i++) {
      Step step = trace.get(i);
      Place place = step.place();
      out.object()
          .field("step", name(step))
          .field("text", StepText.of(step).strip())
          .field("failed", step.fails())
          .field("file", place == null ? null : place.file().toString());
      if (lines != null) {
        out.field("line", lines.get(i));
      }
      switch (step) {
        case Step.ArchiveOpened opened -> out.texts("architectures", opened.architectures());
        case Step.ArchiveUnreadable unreadable -> out.field("why", unreadable.why());
        case Step.MetadataUnreadable unreadable -> out.field("why", unreadable.why());
        case Step.KernelMissed missed -> out.field("why", missed.why());
        default -> {}
      }
      out.endObject();
    }
    out.endList();
  }

  /** A step's kind: {@code archive-opened}. */
  private static String name(Step step) {
    return step.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  private void diagnosis(@Nullable Diagnosis cause) {
    out.field("diagnosis", cause == null ? null : cause.sentence())
        .field("advice", cause == null ? null : cause.advice());
  }

  /** How the loader behaved, and what its environment was. */
  void asked(Loader loader) {
    LoaderEnvironment environment = loader.environment();
    out.field("behaviour", loader.behaviour().words())
        .field("planned", loader.behaviour() == LoaderBehaviour.PLANNED)
        .object("environment")
        .field("disabled", environment.disabled())
        .field("debug", environment.debug())
        .texts("path", environment.overridePaths())
        .texts("pathPrefix", environment.prefixPaths())
        .field("archOverride", environment.architectureOverride())
        .endObject();
  }

  /** What a process with all the devices would see, wrapper by wrapper. */
  void registrations(BinaryResolution binary, Loader loader) {
    out.list("registrations");
    for (Registration one : Registration.of(binary, loader)) {
      HipError newest = one.newest();
      HipError before = one.before();
      out.object()
          .field("index", one.wrapper())
          .texts("served", one.served().stream().map(GpuTarget::toString).toList())
          .texts("skipped", one.skipped().stream().map(GpuTarget::toString).toList())
          .field("newest", newest == null ? "hipSuccess" : newest.constant())
          .field("before", before == null ? "hipSuccess" : before.constant())
          .field("beforeError", one.beforeError().number())
          .endObject();
    }
    out.endList();
  }

  /** What is to be said of a tree as a whole. */
  void tree(TreeResolution tree) {
    out.field("complete", tree.complete())
        .texts("failing", tree.failing().stream().map(GpuTarget::toString).toList())
        .list("grid");
    for (TreeResolution.Row row : tree.rows()) {
      out.object().field("binary", row.path()).list("cells");
      for (int i = 0; i < row.cells().size(); i++) {
        TreeResolution.Cell cell = row.cells().get(i);
        out.object()
            .field("target", tree.devices().get(i).toString())
            .field("found", cell.found())
            .field("wrappers", cell.wrappers())
            .field("error", cell.error().number())
            .field("notOwn", cell.foreign())
            .endObject();
      }
      out.endList().endObject();
    }
    out.endList().list("unreadable");
    for (FolderWalk.Unreadable path : tree.unreadable()) {
      out.object()
          .field("file", path.path().toString())
          .field("message", ErrorLine.ofFile(path.failure()))
          .endObject();
    }
    out.endList();
  }

  /** What a log tells: a result for each load that is wanted. */
  void log(DebugLog log, Predicate<LoadSummary> wanted) {
    out.list("results");
    for (int i = 0; i < log.loads().size(); i++) {
      LoadSummary load = log.loads().get(i);
      if (!wanted.test(load)) {
        continue;
      }
      LogTrace trace = log.traces().get(i);
      LogTrace.Entry failure = trace.failure();
      List<Integer> lines = new ArrayList<>();
      trace.entries().forEach(entry -> lines.add(entry.line()));
      out.object();
      ofLog(trace);
      steps(trace.steps(), lines);
      out.field("certain", trace.certain())
          .field("writer", load.writer().isBlank() ? null : load.writer().strip())
          .known("failedLine", failure == null ? -1 : failure.line());
      String target = trace.target();
      diagnosis(
          trace.outcome() == null
              ? null
              : diagnoser.of(trace.steps(), trace.outcome(), target == null ? "the GPU" : target));
      out.endObject();
    }
    out.endList().field("lines", log.lineCount()).list("unread");
    for (DebugLog.Line line : log.unreadLines()) {
      out.object().field("line", line.number()).field("text", line.text()).endObject();
    }
    out.endList().list("hipErrors");
    for (DebugLog.Line line : log.errorLines()) {
      HipError error = HipError.in(line.text()).orElseThrow();
      out.object()
          .field("line", line.number())
          .field("text", line.text())
          .field("error", error.constant())
          .field("number", error.number())
          .field("meaning", error.meaning())
          .field("advice", error.advice())
          .endObject();
    }
    out.endList().list("runtime");
    for (DebugLog.Line line : log.runtimeLines()) {
      RuntimeAnswer answer = RuntimeAnswer.in(line.text()).orElseThrow();
      out.object()
          .field("line", line.number())
          .field("text", line.text())
          .field("error", answer.number())
          .field("target", answer.target().isEmpty() ? null : answer.target())
          .field("binary", answer.binary().isEmpty() ? null : answer.binary())
          .field("meaning", answer.meaning())
          .field("advice", answer.advice())
          .endObject();
    }
    out.endList();
  }

  /** The fields that a log tells as far as it does; it names no binary. */
  private void ofLog(LogTrace trace) {
    long index = -1;
    String archive = null;
    String key = trace.key();
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
    out.nothing("binary").known("index", index).field("target", trace.target());
    if (error == null) {
      out.field("outcome", "cut-off").nothing("error");
    } else {
      out.field("outcome", error == LoaderError.SUCCESS ? "found" : "not-found")
          .field("error", error.number());
    }
    out.field("archive", archive).field("key", key).known("size", size).nothing("sha256");
  }
}
