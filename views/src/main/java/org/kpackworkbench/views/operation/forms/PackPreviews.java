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
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.views.operation.forms.FormModel.Preview;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Puts the plan of packing into rows and words. In the background: reads the disk. */
final class PackPreviews {
  /** More copied files than this are counted, not listed. */
  private static final int MOST_COPIED = 200;

  private PackPreviews() {}

  static Preview of(PackRequest request, PackPlan plan) throws IOException {
    List<FormRow> rows = new ArrayList<>();
    for (PlannedArchive archive : plan.archives()) {
      rows.add(
          ConvertPreviews.archive(
              OutputStatus.WRITTEN,
              request.output().relativize(archive.path()).toString(),
              archive));
    }
    plan.binaries().forEach(binary -> rows.add(binary(request, binary)));
    plan.dropped().forEach(dropped -> rows.add(ConvertPreviews.leftOut(dropped)));
    for (OperationNote finding : plan.findings()) {
      if (finding.severity() != Severity.NOTE && finding.message().startsWith("copied")) {
        rows.add(
            FormRow.of(
                OutputStatus.REFUSED, inTree(request, finding.file()), null, finding.message()));
      }
    }
    copied(request, plan, rows);
    List<Note> notes = new ArrayList<>(Note.of(plan.findings(), request.input()));
    if (plan.archives().isEmpty()) {
      notes.addFirst(
          Note.warning(
              "It has no device code that can be packed: the result would only be a copy."));
    }
    return new Preview(rows, summary(plan), notes, problem(request));
  }

  private static FormRow binary(PackRequest request, PlannedBinary binary) {
    boolean converted = binary.preview().outcome() == HostOnlyOutcome.CONVERTED;
    String what =
        converted
            ? "%s, %s"
                .formatted(
                    binary.targets().isEmpty()
                        ? "no target that is kept"
                        : String.join(", ", binary.targets()),
                    ConvertPreviews.codeObjects(binary.kernels()))
            : binary.preview().outcome().words();
    return new FormRow(
        converted ? OutputStatus.CONVERTED : OutputStatus.COPIED,
        binary.path(),
        request.output().resolve(binary.path()),
        what,
        binary.preview().inputSizeBytes(),
        binary.preview().outputSizeBytes());
  }

  private static void copied(PackRequest request, PackPlan plan, List<FormRow> rows) {
    int shown = Math.min(plan.copied().size(), MOST_COPIED);
    for (String path : plan.copied().subList(0, shown)) {
      rows.add(FormRow.of(OutputStatus.COPIED, path, request.output().resolve(path), ""));
    }
    int more = plan.copied().size() - shown;
    if (more > 0) {
      rows.add(FormRow.of(OutputStatus.COPIED, "and %d more".formatted(more), null, ""));
    }
  }

  static String inTree(PackRequest request, Path file) {
    return file.startsWith(request.input()) && !file.equals(request.input())
        ? request.input().relativize(file).toString()
        : ConvertPreviews.name(file);
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

  private static String summary(PackPlan plan) {
    long binaries =
        plan.binaries().stream()
            .filter(binary -> binary.preview().outcome() == HostOnlyOutcome.CONVERTED)
            .count();
    long code = plan.archives().stream().mapToLong(PlannedArchive::originalSizeBytes).sum();
    String copied =
        "%s and %s copied (%s)"
            .formatted(
                CountText.of(plan.copied().size(), "other file"),
                CountText.of(plan.links(), "link"),
                SizeText.of(plan.copiedSizeBytes()));
    return "%s made host-only, %s of device code into %s; %s."
        .formatted(
            CountText.of(binaries, "binary"),
            SizeText.of(code),
            ConvertPreviews.archives(plan.archives().size()),
            copied);
  }
}
