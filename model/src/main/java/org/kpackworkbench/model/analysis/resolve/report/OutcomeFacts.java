package org.kpackworkbench.model.analysis.resolve.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.registration.CodeOwnership;

/** Facts of what a loader found for a wrapper on a device. */
final class OutcomeFacts {
  private OutcomeFacts() {}

  static void result(
      BinaryResolution binary, WrapperOutcome outcome, Causes causes, boolean steps, Facts row)
      throws IOException {
    boolean wrapper = outcome.wrapper() instanceof Place.Wrapper;
    (wrapper ? row.path("binary", binary.binary().file()) : row.nothing("binary"))
        .known("index", wrapper ? outcome.number() : -1)
        .text("target", outcome.device().toString());
    switch (outcome.code()) {
      case WrapperOutcome.InArchive inArchive ->
          inArchive(outcome, inArchive, causes.near(), steps, row);
      case WrapperOutcome.InBundle inside -> inBundle(outcome, inside, steps, row);
      case WrapperOutcome.Unusable unusable -> {
        row.text("outcome", kind(outcome)).shown(outcome.words());
        answer(unusable.error(), null, null, -1, null, row);
        steps(List.of(), null, row);
        row.nothing("architecture").text("why", unusable.why());
        place("-", "-", row);
      }
    }
    if (outcome.refusal() != null) {
      row.text("refusal", outcome.refusal().why());
    }
    diagnosis(causes.of(outcome), causes.near(), row);
    row.list("settings", outcome.settings(), (other, each) -> setting(other, causes.near(), each));
    if (binary.unloadable() != null) {
      row.text("unloadable", binary.unloadable());
    }
  }

  /** The outcome on another setting that such a device can have. */
  private static void setting(WrapperOutcome outcome, GivenPaths near, Facts row) {
    Resolution.Found found =
        outcome.code() instanceof WrapperOutcome.InArchive asked
            ? asked.resolution().found()
            : null;
    row.text("target", outcome.device().toString())
        .text("outcome", kind(outcome))
        .number("error", outcome.error().number())
        .text("architecture", outcome.architecture())
        .text("archive", found == null ? null : near.shown(found.archive().toString()))
        .text("key", found == null ? null : found.key());
  }

  private static String kind(WrapperOutcome outcome) {
    if (outcome.refusal() != null) {
      return "refused";
    }
    return switch (outcome.code()) {
      case WrapperOutcome.InArchive asked ->
          asked.resolution().found() != null
              ? "found"
              : asked.resolution().undefined() ? "undefined" : "not-found";
      case WrapperOutcome.InBundle inside -> inside.found() == null ? "not-found" : "embedded";
      case WrapperOutcome.Unusable unusable -> "unusable";
    };
  }

  private static void inArchive(
      WrapperOutcome outcome,
      WrapperOutcome.InArchive code,
      GivenPaths near,
      boolean steps,
      Facts row) {
    Resolution resolution = code.resolution();
    Resolution.Found found = resolution.found();
    row.text("outcome", kind(outcome)).shown(outcome.words());
    if (found == null) {
      answer(resolution.error(), null, null, -1, null, row);
      place("-", "-", row);
    } else {
      String archive = near.shown(found.archive().toString());
      answer(LoaderError.SUCCESS, archive, found.key(), found.sizeBytes(), code.sha256(), row);
      place(found.key() + " @ " + found.architecture(), archive, row);
    }
    steps(steps ? resolution.trace() : List.of(), null, row);
    CodeOwnership ownership = code.ownership();
    String warning = outcome.warning();
    row.text("architecture", found == null ? null : found.architecture())
        .texts("handed", resolution.request().targets())
        .text("warning", warning.isEmpty() ? null : warning);
    // The wrappers whose kernels a code object has that is not the wrapper's own.
    switch (ownership) {
      case CodeOwnership.Foreign foreign -> row.numbers("kernelsOf", foreign.wrappers());
      case CodeOwnership.Unowned unowned -> row.numbers("kernelsOf", List.of());
      case CodeOwnership.Disputed disputed -> row.nothing("kernelsOf");
      case CodeOwnership.Own own -> row.nothing("kernelsOf");
      case CodeOwnership.Unknown unknown -> row.nothing("kernelsOf");
    }
    row.flag("behavioursDiffer", resolution.behavioursDiffer())
        .text("difference", resolution.difference());
  }

  private static void inBundle(
      WrapperOutcome outcome, WrapperOutcome.InBundle inside, boolean steps, Facts row) {
    Place.CodeObject found = inside.found();
    Resolution asked = inside.asked();
    row.text("outcome", kind(outcome)).shown(outcome.words());
    answer(
        outcome.error(), null, null, found == null ? -1 : inside.sizeBytes(), inside.sha256(), row);
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
      @Nullable Checksum sha256,
      Facts row) {
    row.number("error", error.number())
        .text("archive", archive)
        .text("key", key)
        .size("size", sizeBytes)
        .text("sha256", sha256 == null ? null : sha256.toString());
  }

  private static void place(String code, String where, Facts row) {
    row.aside("code object", code).aside("in", where);
  }

  static void diagnosis(@Nullable Diagnosis cause, GivenPaths near, Facts row) {
    row.text("diagnosis", cause == null ? null : near.shown(cause.sentence()))
        .text("advice", cause == null ? null : near.shown(cause.advice()));
  }

  /** Steps, with their lines where they come from a log. */
  static void steps(List<Step> trace, @Nullable List<Integer> lines, Facts row) {
    row.rows(
        "steps",
        (Taker<Integer> take) -> {
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
              .text("file", place == null ? null : SystemText.printed(place.file()));
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
}
