package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseReport;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.database.UnpackDatabase;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.format.elf.ElfLayout;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.operation.forms.FormResult.BeforeAfter;
import org.kpackworkbench.views.operation.forms.FormRow.OutputStatus;

/** Runs the requests of forms, and shows their results. Background threads only. */
final class FormWork {
  private FormWork() {}

  static FormResult convert(ConvertRequest request, Progress progress) throws IOException {
    LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
    return of(request, before, new Convert(request).run(progress));
  }

  static FormResult pack(PackRequest request, Progress progress) throws IOException {
    return of(request, new Pack(request).run(progress));
  }

  static FormResult restore(RestoreRequest request, Progress progress) throws IOException {
    LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
    return of(request, before, new Restore(request).run(progress));
  }

  static FormResult prune(PruneRequest request, Progress progress) throws IOException {
    PruneReport report = new Prune(request).run(progress);
    Path output = PruneModel.output(request);
    List<FormRow> rows = PruneModel.rows(report);
    if (rows.isEmpty()) {
      rows.add(FormRow.of(OutputStatus.COPIED, ConvertPreviews.name(output), output, "unchanged"));
    }
    return new FormResult(
        "%s: %s".formatted(ConvertPreviews.name(output), PruneModel.summary(report, "changed")),
        PruneModel.bars(report, "After"),
        rows,
        Note.of(report.findings(), request.inputs().getFirst()),
        List.of());
  }

  static FormResult splitWheel(WheelSplitRequest request, Progress progress) throws IOException {
    WheelSplitReport report = new WheelSplit(request).run(progress);
    return new FormResult(
        WheelModel.summary(report, "written"),
        WheelModel.bars(report),
        WheelModel.rows(report),
        Note.of(report.findings(), request.input()),
        List.of());
  }

  static FormResult packDatabase(PackDatabaseRequest request, Progress progress)
      throws IOException {
    PackDatabaseReport report = new PackDatabase(request).run(progress);
    return new FormResult(
        PackDatabaseModel.summary(report, "written"),
        List.of(),
        PackDatabaseModel.rows(report),
        Note.of(report.findings(request), request.input()),
        List.of());
  }

  static FormResult unpackDatabase(UnpackDatabaseRequest request, Progress progress)
      throws IOException {
    UnpackDatabaseReport report = new UnpackDatabase(request).run(progress);
    return new FormResult(
        UnpackDatabaseModel.summary(report, "written"),
        List.of(),
        UnpackDatabaseModel.rows(report),
        Note.of(report.findings(), request.output()),
        List.of());
  }

  private static FormResult of(
      ConvertRequest request, @Nullable LayoutMapModel before, ConvertReport report) {
    HostOnlyReport binary = report.binary();
    boolean converted = binary.outcome() == HostOnlyOutcome.CONVERTED;
    List<FormRow> rows = new ArrayList<>();
    rows.add(
        new FormRow(
            converted ? OutputStatus.CONVERTED : OutputStatus.COPIED,
            ConvertPreviews.name(request.output()),
            request.output(),
            converted ? ConvertPreviews.wrappers(binary.wrappers()) : binary.outcome().words(),
            binary.inputSizeBytes(),
            binary.outputSizeBytes()));
    report
        .archives()
        .forEach(
            archive ->
                rows.add(
                    ConvertPreviews.archive(
                        OutputStatus.WRITTEN, ConvertPreviews.name(archive.path()), archive)));
    report.dropped().forEach(dropped -> rows.add(ConvertPreviews.leftOut(dropped)));
    return new FormResult(
        "%s: %s".formatted(ConvertPreviews.name(request.output()), binary.outcome().words()),
        bars(binary.inputSizeBytes(), binary.outputSizeBytes(), size(report.archives())),
        rows,
        Note.of(report.findings(), request.output()),
        List.of(
            new BeforeAfter(
                ConvertPreviews.name(request.output()),
                request.input(),
                binary.inputSizeBytes(),
                before,
                request.output(),
                binary.outputSizeBytes())));
  }

  private static FormResult of(PackRequest request, PackReport report) {
    List<FormRow> rows = new ArrayList<>();
    for (PlannedArchive archive : report.archives()) {
      String name = request.output().relativize(archive.path()).toString();
      rows.add(ConvertPreviews.archive(OutputStatus.WRITTEN, name, archive));
    }
    List<BeforeAfter> binaries = new ArrayList<>();
    long before = 0;
    long after = 0;
    for (PackedBinary binary : report.binaries()) {
      HostOnlyReport done = binary.report();
      boolean converted = done.outcome() == HostOnlyOutcome.CONVERTED;
      rows.add(
          new FormRow(
              converted ? OutputStatus.CONVERTED : OutputStatus.COPIED,
              binary.planned().path(),
              binary.file(),
              converted ? String.join(", ", binary.planned().targets()) : done.outcome().words(),
              done.inputSizeBytes(),
              done.outputSizeBytes()));
      before += done.inputSizeBytes();
      after += done.outputSizeBytes();
      Path input =
          Files.isDirectory(request.input())
              ? request.input().resolve(binary.planned().path())
              : request.input();
      binaries.add(
          new BeforeAfter(
              binary.planned().path(),
              input,
              done.inputSizeBytes(),
              null,
              binary.file(),
              done.outputSizeBytes()));
    }
    report.dropped().forEach(dropped -> rows.add(ConvertPreviews.leftOut(dropped)));
    String others =
        "%s (%s) and %s copied"
            .formatted(
                CountText.of(report.copied(), "other file"),
                SizeText.of(report.copiedSizeBytes()),
                CountText.of(report.links(), "link"));
    return new FormResult(
        "%s packed: %s in %s, %s"
            .formatted(
                ConvertPreviews.name(request.output()),
                CountText.of(report.binaries().size(), "binary"),
                request.output(),
                others),
        bars(before, after, size(report.archives())),
        rows,
        Note.of(report.findings(), request.input()),
        binaries);
  }

  private static FormResult of(
      RestoreRequest request, @Nullable LayoutMapModel before, RestoreReport report)
      throws IOException {
    boolean copied = report.outcome() == RestoreOutcome.ALREADY_FAT;
    List<FormRow> rows = new ArrayList<>();
    rows.add(
        RestorePreviews.binary(
            copied ? OutputStatus.COPIED : OutputStatus.RESTORED, request.output(), report));
    rows.addAll(RestorePreviews.rest(report));
    long archives = 0;
    for (Path archive : report.archives()) {
      archives += Files.size(archive);
    }
    long host = report.inputSizeBytes();
    return new FormResult(
        "%s: %s".formatted(ConvertPreviews.name(request.output()), report.outcome().words()),
        List.of(
            new FormResult.Bar("Before", parts(host, 0, archives)),
            new FormResult.Bar(
                "After",
                parts(
                    Math.min(host, report.outputSizeBytes()),
                    Math.max(0, report.outputSizeBytes() - host),
                    0))),
        rows,
        report.notes().stream().map(Note::info).toList(),
        List.of(
            new BeforeAfter(
                ConvertPreviews.name(request.output()),
                request.input(),
                host,
                before,
                request.output(),
                report.outputSizeBytes())));
  }

  private static long size(List<PlannedArchive> archives) {
    return archives.stream().mapToLong(PlannedArchive::sizeBytes).sum();
  }

  private static List<FormResult.Bar> bars(long before, long after, long archives) {
    long host = Math.min(before, after);
    return List.of(
        new FormResult.Bar("Before", parts(host, before - host, 0)),
        new FormResult.Bar("After", parts(after, 0, archives)));
  }

  private static List<FormResult.Part> parts(long host, long device, long archives) {
    return List.of(
        new FormResult.Part(org.kpackworkbench.model.base.place.OwnerKind.HOST_CODE, "host", host),
        new FormResult.Part(
            org.kpackworkbench.model.base.place.OwnerKind.DEVICE_CODE, "device code", device),
        new FormResult.Part(
            org.kpackworkbench.model.base.place.OwnerKind.COMPRESSED, "in archives", archives));
  }

  /** Makes the layout maps of files that are not open. Background threads only. */
  static final class LayoutMaps {
    private LayoutMaps() {}

    /** The map of a file with its zero pages; empty if it is no binary. Reads all of it. */
    static LayoutMapModel read(Path file, Progress progress) throws IOException {
      try (Document document = StandardFormats.all().open(file, progress)) {
        return document instanceof ElfDocument elf
            ? ElfLayout.of(elf.elf(), elf.place(), elf.ownership(), progress)
            : LayoutMapModel.EMPTY;
      }
    }

    /** The map of a file that is about to be replaced by the output; null if it stays. */
    static @Nullable LayoutMapModel keep(Path input, Path output, Progress progress)
        throws IOException {
      return Files.exists(output) && Files.isSameFile(input, output) ? read(input, progress) : null;
    }
  }
}
