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
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.operation.forms.FormModel.Preview;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Puts the plan of a conversion into rows and words. In the background: reads the disk. */
final class ConvertPreviews {
  private final ConvertRequest request;
  private final List<FormRow> rows = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final List<Path> blocked = new ArrayList<>();

  private ConvertPreviews(ConvertRequest request) {
    this.request = request;
  }

  /**
   * @param discarded the same conversion with archives, where the request discards device code
   */
  static Preview of(ConvertRequest request, ConvertPlan plan, @Nullable ConvertPlan discarded) {
    ConvertPreviews all = new ConvertPreviews(request);
    all.binary(plan.binary());
    plan.archives().forEach(all::archive);
    if (discarded != null && !discarded.archives().isEmpty()) {
      all.discarded(discarded.archives());
    }
    plan.dropped().forEach(dropped -> all.rows.add(leftOut(dropped)));
    all.notes.addAll(Note.of(plan.findings(), request.output()));
    return new Preview(all.rows, summary(plan), all.notes, all.problem());
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
    if (!converted) {
      notes.add(Note.info("Nothing to do: " + binary.outcome().words() + "."));
    }
  }

  private void archive(PlannedArchive archive) {
    rows.add(archive(status(archive.path(), OutputStatus.WRITTEN), name(archive.path()), archive));
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
    if (!ConvertModel.exists(file)) {
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
