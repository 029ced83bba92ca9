package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.convert.Conversion;
import org.kpackworkbench.model.operation.convert.ConversionReport;
import org.kpackworkbench.model.operation.convert.ConversionRequest;
import org.kpackworkbench.model.operation.hostonly.ConvertReport;
import org.kpackworkbench.model.operation.hostonly.Outcome;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.pack.PackedBinary;
import org.kpackworkbench.model.operation.pack.Packing;
import org.kpackworkbench.model.operation.restore.HostOnlyRestore;
import org.kpackworkbench.model.operation.restore.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/** Does what forms ask for, and puts what came of it into a result. Background threads only. */
final class FormWork {
  private FormWork() {}

  static FormResult convert(ConversionRequest request, Progress progress) throws IOException {
    try {
      LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
      return of(request, before, new Conversion(request).run(progress));
    } catch (IOException failure) {
      throw FormFailure.of(failure);
    }
  }

  static FormResult pack(PackRequest request, Progress progress) throws IOException {
    try {
      return of(request, new Packing(request).run(progress));
    } catch (IOException failure) {
      throw FormFailure.of(failure);
    }
  }

  static FormResult restore(RestoreRequest request, Progress progress) throws IOException {
    try {
      LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
      return of(request, before, new HostOnlyRestore(progress).run(request));
    } catch (IOException failure) {
      throw FormFailure.of(failure);
    }
  }

  private static FormResult of(
      ConversionRequest request, @Nullable LayoutMapModel before, ConversionReport report) {
    ConvertReport binary = report.binary();
    boolean converted = binary.outcome() == Outcome.CONVERTED;
    List<FormRow> rows = new ArrayList<>();
    rows.add(
        new FormRow(
            converted ? Fate.CONVERTED : Fate.COPIED,
            ConvertPreviews.name(request.output()),
            request.output(),
            converted ? ConvertPreviews.wrappers(binary.wrappers()) : binary.outcome().words(),
            binary.inputSizeBytes(),
            binary.outputSizeBytes()));
    report.archives().forEach(archive -> rows.add(archive(archive, archive.path())));
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
    for (PackedArchive archive : report.archives()) {
      rows.add(archive(archive, request.output().relativize(archive.path())));
    }
    List<BeforeAfter> binaries = new ArrayList<>();
    long before = 0;
    long after = 0;
    for (PackedBinary binary : report.binaries()) {
      ConvertReport done = binary.report();
      boolean converted = done.outcome() == Outcome.CONVERTED;
      rows.add(
          new FormRow(
              converted ? Fate.CONVERTED : Fate.COPIED,
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
                PackPreviews.count(report.copied(), "other file", "other files"),
                SizeText.of(report.copiedSizeBytes()),
                PackPreviews.count(report.links(), "link", "links"));
    return new FormResult(
        "%s packed: %s in %s, %s"
            .formatted(
                ConvertPreviews.name(request.output()),
                PackPreviews.count(report.binaries().size(), "binary", "binaries"),
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
        RestorePreviews.binary(copied ? Fate.COPIED : Fate.RESTORED, request.output(), report));
    rows.addAll(RestorePreviews.rest(report));
    long archives = 0;
    for (Path archive : report.archives()) {
      archives += Files.size(archive);
    }
    long host = report.inputSizeBytes();
    return new FormResult(
        "%s: %s".formatted(ConvertPreviews.name(request.output()), report.outcome().words()),
        List.of(
            new SizeBars.Bar("Before", parts(host, 0, archives)),
            new SizeBars.Bar(
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

  private static FormRow archive(PackedArchive archive, Path name) {
    return new FormRow(
        Fate.WRITTEN,
        name.isAbsolute() ? ConvertPreviews.name(name) : name.toString(),
        archive.path(),
        ConvertPreviews.contents(archive),
        archive.originalSizeBytes(),
        archive.sizeBytes());
  }

  private static long size(List<PackedArchive> archives) {
    return archives.stream().mapToLong(PackedArchive::sizeBytes).sum();
  }

  private static List<SizeBars.Bar> bars(long before, long after, long archives) {
    long host = Math.min(before, after);
    return List.of(
        new SizeBars.Bar("Before", parts(host, before - host, 0)),
        new SizeBars.Bar("After", parts(after, 0, archives)));
  }

  private static List<SizeBars.Part> parts(long host, long device, long archives) {
    return List.of(
        new SizeBars.Part(org.kpackworkbench.model.base.place.OwnerKind.HOST_CODE, "host", host),
        new SizeBars.Part(
            org.kpackworkbench.model.base.place.OwnerKind.DEVICE_CODE, "device code", device),
        new SizeBars.Part(
            org.kpackworkbench.model.base.place.OwnerKind.COMPRESSED, "in archives", archives));
  }
}
