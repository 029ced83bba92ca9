package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.views.operation.forms.FormReport.Bar;
import org.kpackworkbench.views.operation.forms.FormReport.BeforeAfter;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Puts the plan of packing into rows and words. In the background: reads the disk. */
final class PackRows {
  /** More copied files than this are counted, not listed. */
  private static final int MOST_COPIED = 200;

  private PackRows() {}

  static FormReport planned(PackRequest request, PackPlan plan) throws IOException {
    List<FormRow> rows = archives(request, plan.archives());
    for (PlannedBinary binary : plan.binaries()) {
      rows.add(row(binary, request.output().resolve(binary.path()), binary.preview()));
    }
    plan.dropped().forEach(dropped -> rows.add(ConvertRows.leftOut(dropped)));
    for (OperationNote finding : plan.findings()) {
      if (finding.severity() != Severity.NOTE && finding.message().startsWith("copied")) {
        rows.add(
            FormRow.of(
                OutputStatus.REFUSED, inTree(request, finding.file()), null, finding.message()));
      }
    }
    FormRow.some(
        rows,
        plan.copied(),
        MOST_COPIED,
        path -> FormRow.of(OutputStatus.COPIED, path, request.output().resolve(path), ""));
    List<Note> notes = new ArrayList<>(Note.of(plan.findings(), request.input()));
    if (plan.archives().isEmpty()) {
      notes.addFirst(
          Note.warning(
              "It has no device code that can be packed: the result would only be a copy."));
    }
    long converted =
        plan.binaries().stream()
            .filter(binary -> binary.preview().outcome() == HostOnlyOutcome.CONVERTED)
            .count();
    return FormReport.of(
            summary(
                converted,
                plan.archives(),
                plan.copied().size(),
                plan.links(),
                plan.copiedSizeBytes()),
            rows,
            notes)
        .problem(problem(request));
  }

  static FormReport done(PackRequest request, PackReport report) {
    List<FormRow> rows = archives(request, report.archives());
    List<BeforeAfter> binaries = new ArrayList<>();
    long converted = 0;
    long before = 0;
    long after = 0;
    for (PackedBinary binary : report.binaries()) {
      HostOnlyPreview sizes = binary.report().preview();
      String path = binary.planned().path();
      rows.add(row(binary.planned(), binary.file(), sizes));
      converted += sizes.outcome() == HostOnlyOutcome.CONVERTED ? 1 : 0;
      before += sizes.inputSizeBytes();
      after += sizes.outputSizeBytes();
      binaries.add(
          new BeforeAfter(
              path,
              Files.isDirectory(request.input()) ? request.input().resolve(path) : request.input(),
              sizes.inputSizeBytes(),
              null,
              binary.file(),
              sizes.outputSizeBytes()));
    }
    report.dropped().forEach(dropped -> rows.add(ConvertRows.leftOut(dropped)));
    String summary =
        summary(
            converted,
            report.archives(),
            report.copied(),
            report.links(),
            report.copiedSizeBytes());
    return FormReport.of(
            "%s: %s".formatted(request.output(), summary),
            rows,
            Note.of(report.findings(), request.input()))
        .bars(Bar.packed(before, after, report.archives()))
        .binaries(binaries);
  }

  private static List<FormRow> archives(PackRequest request, List<PlannedArchive> archives) {
    List<FormRow> rows = new ArrayList<>();
    for (PlannedArchive archive : archives) {
      String name = request.output().relativize(archive.path()).toString();
      rows.add(ConvertRows.archive(OutputStatus.WRITTEN, name, archive));
    }
    return rows;
  }

  private static FormRow row(PlannedBinary binary, Path file, HostOnlyPreview sizes) {
    boolean converted = sizes.outcome() == HostOnlyOutcome.CONVERTED;
    String what =
        converted
            ? "%s, %s"
                .formatted(
                    binary.targets().isEmpty()
                        ? "no target that is kept"
                        : String.join(", ", binary.targets()),
                    ConvertRows.codeObjects(binary.kernels()))
            : sizes.outcome().words();
    return new FormRow(
        converted ? OutputStatus.CONVERTED : OutputStatus.COPIED,
        binary.path(),
        file,
        what,
        sizes.inputSizeBytes(),
        sizes.outputSizeBytes());
  }

  static String inTree(PackRequest request, Path file) {
    return file.startsWith(request.input()) && !file.equals(request.input())
        ? request.input().relativize(file).toString()
        : ConvertRows.name(file);
  }

  private static String problem(PackRequest request) throws IOException {
    Path output = request.output();
    if (!ConvertModel.exists(output)
        || request.replace()
        || (Files.isDirectory(output) && FolderList.of(output).isEmpty())) {
      return "";
    }
    return "%s already exists. Choose another folder, or allow it to be replaced as a whole."
        .formatted(output);
  }

  private static String summary(
      long converted, List<PlannedArchive> archives, int copied, int links, long copiedBytes) {
    return "%s made host-only, %s of device code into %s; %s and %s copied (%s)."
        .formatted(
            CountText.of(converted, "binary"),
            SizeText.of(archives.stream().mapToLong(PlannedArchive::originalSizeBytes).sum()),
            ConvertRows.archives(archives.size()),
            CountText.of(copied, "other file"),
            CountText.of(links, "link"),
            SizeText.of(copiedBytes));
  }
}
