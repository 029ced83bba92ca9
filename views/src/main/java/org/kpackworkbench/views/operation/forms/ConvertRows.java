package org.kpackworkbench.views.operation.forms;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.operation.forms.FormReport.Bar;
import org.kpackworkbench.views.operation.forms.FormReport.BeforeAfter;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Puts a conversion, planned or done, into rows and words. In the background: reads the disk. */
final class ConvertRows {
  private final ConvertRequest request;
  private final boolean done;
  private final List<FormRow> rows = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<Path> blocked = new ArrayList<>();

  private ConvertRows(ConvertRequest request, boolean done) {
    this.request = request;
    this.done = done;
  }

  /**
   * @param discarded the same conversion with archives, where the request discards device code
   */
  static FormReport planned(
      ConvertRequest request, ConvertPlan plan, @Nullable ConvertPlan discarded) {
    ConvertRows all = new ConvertRows(request, false);
    all.add(plan.binary(), plan.archives());
    if (discarded != null && !discarded.archives().isEmpty()) {
      all.discarded(discarded.archives());
    }
    return all.report(summary(plan), plan.dropped(), plan.findings()).problem(all.problem());
  }

  /**
   * @param before the layout of the binary where the output has replaced it; else null
   */
  static FormReport done(
      ConvertRequest request, ConvertReport report, @Nullable LayoutMapModel before) {
    ConvertRows all = new ConvertRows(request, true);
    HostOnlyPreview binary = report.binary().preview();
    all.add(binary, report.archives());
    String name = name(request.output());
    return all.report(
            "%s: %s".formatted(name, binary.outcome().words()), report.dropped(), report.findings())
        .bars(Bar.packed(binary.inputSizeBytes(), binary.outputSizeBytes(), report.archives()))
        .binaries(
            List.of(
                new BeforeAfter(
                    name,
                    request.input(),
                    binary.inputSizeBytes(),
                    before,
                    request.output(),
                    binary.outputSizeBytes())));
  }

  private void add(HostOnlyPreview binary, List<PlannedArchive> archives) {
    binary(binary);
    archives.forEach(
        archive ->
            rows.add(
                archive(
                    status(archive.path(), OutputStatus.WRITTEN), name(archive.path()), archive)));
  }

  private FormReport report(
      String summary, List<DroppedTarget> dropped, List<OperationNote> findings) {
    dropped.forEach(each -> rows.add(leftOut(each)));
    notes.addAll(Note.of(findings, request.output()));
    return FormReport.of(summary, rows, notes);
  }

  private void binary(HostOnlyPreview binary) {
    boolean converted = binary.outcome() == HostOnlyOutcome.CONVERTED;
    OutputStatus status =
        status(request.output(), converted ? OutputStatus.CONVERTED : OutputStatus.COPIED);
    String what =
        converted
            ? "%s, %d pages of device code are removed from the file"
                .formatted(wrappers(binary.wrappers()), binary.pagesRemoved())
            : binary.outcome().words();
    rows.add(
        new FormRow(
            status,
            name(request.output()),
            request.output(),
            what,
            binary.inputSizeBytes(),
            binary.outputSizeBytes()));
    if (converted && binary.pagesRemoved() == 0) {
      notes.add(
          Note.info(
              "The device code covers no whole page that could be removed: it is zeroed instead, and the file keeps its size."));
    }
    if (!converted && !done) {
      notes.add(Note.info("Nothing to do: " + binary.outcome().words() + "."));
    }
  }

  /** The row of an archive, which is a new file: its code was elsewhere, and not compressed. */
  static FormRow archive(OutputStatus status, String name, PlannedArchive archive) {
    return new FormRow(
        status,
        name,
        archive.path(),
        "%s, %s%s"
            .formatted(
                String.join(", ", archive.targets()),
                codeObjects(archive.kernels()),
                beforeCompression(archive.originalSizeBytes())),
        -1,
        archive.sizeBytes());
  }

  static String beforeCompression(long sizeBytes) {
    return ", %s before compression".formatted(SizeText.of(sizeBytes));
  }

  private void discarded(List<PlannedArchive> archives) {
    long size = 0;
    for (PlannedArchive archive : archives) {
      size += archive.originalSizeBytes();
      rows.add(
          new FormRow(
              OutputStatus.DISCARDED,
              String.join(", ", archive.targets()),
              null,
              "%s, kept nowhere".formatted(codeObjects(archive.kernels())),
              archive.originalSizeBytes(),
              0));
    }
    notes.addFirst(
        Note.error(
            ("%s of device code will be discarded and cannot be restored. The result finds GPU code only in archives from another source.")
                .formatted(SizeText.of(size))));
  }

  private OutputStatus status(Path file, OutputStatus otherwise) {
    if (done || !ConvertModel.exists(file)) {
      return otherwise;
    }
    if (request.replace()) {
      return OutputStatus.REPLACED;
    }
    blocked.add(file);
    return OutputStatus.BLOCKED;
  }

  private String problem() {
    @Nullable Path folder = request.output().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      return "There is no folder %s. Create it first, or choose another.".formatted(folder);
    }
    return blocked.isEmpty() ? "" : thereAlready(blocked);
  }

  /** Why existing output cannot be replaced. */
  static String thereAlready(List<Path> files) {
    return files.size() == 1
        ? "%s already exists. %s".formatted(name(files.getFirst()), ErrorText.NAME_TAKEN)
        : "%d of the files already exist. Choose other names, or allow them to be replaced."
            .formatted(files.size());
  }

  static FormRow leftOut(DroppedTarget dropped) {
    return new FormRow(
        OutputStatus.LEFT_OUT,
        dropped.target().toString(),
        null,
        "%s that are written to no archive".formatted(codeObjects(dropped.kernels())),
        dropped.sizeBytes(),
        0);
  }

  static String codeObjects(int count) {
    return CountText.of(count, "code object");
  }

  static String wrappers(int count) {
    return CountText.of(count, "wrapper");
  }

  static String archives(int count) {
    return CountText.of(count, "archive");
  }

  static String name(Path file) {
    @Nullable Path name = file.getFileName();
    return name == null ? file.toString() : name.toString();
  }

  private static String summary(ConvertPlan plan) {
    HostOnlyPreview binary = plan.binary();
    String sizes =
        "The binary shrinks from %s to %s"
            .formatted(SizeText.of(binary.inputSizeBytes()), SizeText.of(binary.outputSizeBytes()));
    if (binary.outcome() != HostOnlyOutcome.CONVERTED) {
      return "The binary is copied unchanged, " + SizeText.of(binary.outputSizeBytes()) + ".";
    }
    if (plan.archives().isEmpty()) {
      return sizes + "; no archive is written.";
    }
    long code = plan.archives().stream().mapToLong(PlannedArchive::originalSizeBytes).sum();
    return "%s; %s of device code go into %s."
        .formatted(sizes, SizeText.of(code), archives(plan.archives().size()));
  }
}
