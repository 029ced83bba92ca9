package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.overlay.OverlayReport;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** The results of artifacts, as rows and text: before it is done, and after. Any thread. */
final class ArtifactRows {
  private static final int MOST_CONFLICTS = 500;

  private ArtifactRows() {}

  /** Previews what recombining would write. */
  static FormReport preview(RecombineReport plan) {
    return FormReport.of(sentence(plan), rows(plan), Note.of(plan.findings(), Path.of("")))
        .problem(plan.artifacts().isEmpty() ? "Nothing would be written." : "");
  }

  /** Returns the result of recombining. */
  static FormReport result(RecombineReport report, Path output) {
    return FormReport.of(
        "Recombined into %s: %s".formatted(output, sentence(report)),
        withOutput(rows(report), output, !report.artifacts().isEmpty()),
        Note.of(report.findings(), Path.of("")));
  }

  private static List<FormRow> rows(RecombineReport report) {
    List<FormRow> rows = new ArrayList<>();
    for (RecombineReport.Failed failed : report.failed()) {
      rows.add(
          FormRow.of(
              OutputStatus.FAILED, failed.component(), null, FormFailure.words(failed.failure())));
    }
    for (RecombinedArtifact artifact : report.artifacts()) {
      String what =
          artifact.architectures().isEmpty()
              ? "from " + String.join(", ", artifact.shards())
              : "%s: %s"
                  .formatted(
                      String.join(", ", artifact.architectures()),
                      ConvertRows.codeObjects(Math.toIntExact(artifact.kernels())));
      rows.add(
          new FormRow(
              OutputStatus.WRITTEN,
              artifact.name().toString(),
              artifact.path(),
              what,
              -1,
              artifact.sizeBytes()));
    }
    return rows;
  }

  private static String sentence(RecombineReport report) {
    String failed =
        report.failed().isEmpty()
            ? ""
            : ", %s failed".formatted(CountText.of(report.failed().size(), "component"));
    return "%s from %s (%s)%s."
        .formatted(
            CountText.of(report.artifacts().size(), "artifact"),
            CountText.of(report.shards().size(), "shard"),
            String.join(", ", report.shards()),
            failed);
  }

  /** Previews what overlaying would write. */
  static FormReport preview(OverlayReport plan) {
    return FormReport.of(sentence(plan), rows(plan), Note.of(plan.findings(), plan.output()))
        .problem(
            plan.conflicts().isEmpty()
                ? ""
                : "%s: with one, nothing is written."
                    .formatted(CountText.of(plan.conflicts().size(), "conflict")));
  }

  /** Returns the result of overlaying. */
  static FormReport result(OverlayReport report) {
    boolean written = report.conflicts().isEmpty();
    return FormReport.of(
        written
            ? "Overlaid onto %s: %s".formatted(report.output(), sentence(report))
            : "Nothing was written: %s"
                .formatted(CountText.of(report.conflicts().size(), "conflict")),
        withOutput(rows(report), report.output(), written),
        Note.of(report.findings(), report.output()));
  }

  private static List<FormRow> rows(OverlayReport report) {
    List<FormRow> rows = new ArrayList<>();
    report.conflicts().stream()
        .limit(MOST_CONFLICTS)
        .forEach(
            conflict ->
                rows.add(
                    FormRow.of(
                        OutputStatus.CONFLICT,
                        conflict.path(),
                        null,
                        "%s and %s: %s"
                            .formatted(conflict.first(), conflict.second(), conflict.message()))));
    for (String prefix : report.prefixes()) {
      rows.add(
          FormRow.of(
              OutputStatus.WRITTEN, prefix, report.output().resolve(prefix), "stage prefix"));
    }
    for (String artifact : report.artifacts()) {
      rows.add(FormRow.of(OutputStatus.READ, artifact, null, "artifact"));
    }
    return rows;
  }

  private static String sentence(OverlayReport report) {
    String before =
        report.kept() + report.removed() == 0
            ? ""
            : "; %d existing paths stay and %d are removed"
                .formatted(report.kept(), report.removed());
    return "%s and %s of %s in %s (%s)%s."
        .formatted(
            CountText.of(report.files(), "file"),
            CountText.of(report.links(), "link"),
            CountText.of(report.artifacts().size(), "artifact"),
            CountText.of(report.prefixes().size(), "prefix"),
            SizeText.of(report.sizeBytes()),
            before);
  }

  /** The folder of all of it first: opened, it is a workspace. */
  static List<FormRow> withOutput(List<FormRow> rows, Path output, boolean written) {
    List<FormRow> all = new ArrayList<>();
    if (written) {
      all.add(
          FormRow.of(
              OutputStatus.WRITTEN, ConvertRows.name(output), output, "all of it, as a workspace"));
    }
    all.addAll(rows);
    return all;
  }
}
