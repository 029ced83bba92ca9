package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitReport.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Rows and texts about what splitting writes: before it is done, and after. In the background. */
final class SplitRows {
  private SplitRows() {}

  /** Previews what splitting would write. */
  static FormReport preview(SplitRequest request, SplitReport plan) {
    List<Path> taken =
        plan.artifacts().stream()
            .map(SplitArtifact::path)
            .filter(path -> !request.replace() && ConvertModel.exists(path))
            .toList();
    String problem =
        plan.outcomes().isEmpty()
            ? "There is nothing in %s that can be split.".formatted(request.input())
            : taken.isEmpty()
                ? ""
                : "%s already exists%s. Choose another folder, or allow artifacts to be replaced."
                    .formatted(
                        taken.getFirst(),
                        taken.size() == 1 ? "" : ", and " + (taken.size() - 1) + " others");
    return FormReport.of(
            sentence(plan), rows(plan, taken), Note.of(plan.findings(), request.input()))
        .problem(problem);
  }

  /** Returns the result of splitting. */
  static FormReport result(SplitRequest request, SplitReport report) {
    return FormReport.of(
        "Split into %s: %s".formatted(request.output(), sentence(report)),
        ArtifactRows.withOutput(
            rows(report, List.of()), request.output(), !report.outcomes().isEmpty()),
        Note.of(report.findings(), request.input()));
  }

  private static List<FormRow> rows(SplitReport report, List<Path> taken) {
    List<FormRow> rows = new ArrayList<>();
    for (SplitReport.Failed failed : report.failed()) {
      rows.add(
          FormRow.of(
              OutputStatus.FAILED,
              ConvertRows.name(failed.source()),
              failed.source(),
              FormFailure.words(failed.error())));
    }
    for (SplitOutcome outcome : report.outcomes()) {
      for (SplitArtifact artifact : outcome.artifacts()) {
        OutputStatus status =
            taken.contains(artifact.path())
                ? OutputStatus.BLOCKED
                : outcome.split() ? OutputStatus.WRITTEN : OutputStatus.PASSED;
        rows.add(
            new FormRow(
                status,
                ConvertRows.name(artifact.path()),
                artifact.path(),
                what(artifact),
                -1,
                artifact.sizeBytes()));
      }
      outcome.dropped().forEach(dropped -> rows.add(ConvertRows.leftOut(dropped)));
    }
    for (SplitReport.Skipped skipped : report.skipped()) {
      rows.add(
          FormRow.of(
              OutputStatus.SKIPPED,
              ConvertRows.name(skipped.source()),
              skipped.source(),
              skipped.reason()));
    }
    return rows;
  }

  private static String what(SplitArtifact artifact) {
    String files = CountText.of(artifact.files(), "file");
    return (artifact.kernels() == 0
            ? files
            : "%s, %s".formatted(ConvertRows.codeObjects(artifact.kernels()), files))
        + (artifact.originalSizeBytes() < 0
            ? ""
            : ConvertRows.beforeCompression(artifact.originalSizeBytes()));
  }

  private static String sentence(SplitReport report) {
    int binaries = report.outcomes().stream().mapToInt(SplitOutcome::binaries).sum();
    List<String> parts = new ArrayList<>();
    parts.add(
        "%s from %s"
            .formatted(
                CountText.of(report.artifacts().size(), "artifact"),
                CountText.of(report.outcomes().size(), "artifact")));
    parts.add(CountText.of(binaries, "binary") + " made host-only");
    if (!report.skipped().isEmpty()) {
      parts.add(report.skipped().size() + " skipped");
    }
    if (!report.failed().isEmpty()) {
      parts.add(report.failed().size() + " failed");
    }
    return String.join(", ", parts) + ".";
  }
}
