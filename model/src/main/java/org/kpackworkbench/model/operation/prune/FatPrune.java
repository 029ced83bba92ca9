package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.hostonly.PruneNote;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.BinaryScan;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.ReducedFile;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.PrunePlan.Work;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** Makes a fat binary smaller: planned host-only, and from that with the code that stays. */
final class FatPrune {
  /** What the binary is called while its code is in an archive of its own. */
  private static final String NAME = "binary";

  private static final String ARCHIVE = "code.kpack";

  private FatPrune() {}

  /** The conversion that comes first. */
  static HostOnlyRequest hostOnly(Path input, Path output) {
    return new HostOnlyRequest(input, output, false, NAME, List.of(ARCHIVE));
  }

  /** Opens a binary, which may have bundles that are empty already. */
  static HostOnlyInput open(Path input, Progress progress) throws IOException {
    return HostOnlyInput.open(input, progress).allowingEmptyBundles();
  }

  /**
   * Writes it.
   *
   * @param reduced it, if it was planned already
   * @param output where nothing is yet; work files are made beside it
   * @param durable whether it takes the place of the original: it is on the disk then, and every
   *     byte was compared
   * @return what is to be said of it, besides the bundles that no wrapper points to
   */
  static List<OperationNote> write(
      HostOnlyInput binary,
      @Nullable ReducedFile reduced,
      Work.Fat work,
      Path output,
      PruneRequest request,
      boolean durable,
      Progress progress)
      throws IOException {
    // What is compressed is unpacked once, into an archive; the rest is taken from where it is.
    if (isCompressed(binary)) {
      DroppedTargets dropped = dropped(binary.deviceCode().rows(), work);
      // Bundles that no wrapper points to were named before anything was written.
      return byArchive(binary.path(), work, dropped, output, request, progress).stream()
          .filter(note -> !note.rule().equals(BinaryScan.UNREFERENCED))
          .toList();
    }
    ReducedFile planned = reduced == null ? reduced(binary, work, progress) : reduced;
    planned.write(output, durable, progress);
    return List.of();
  }

  /**
   * Plans it, where no bundle is compressed.
   *
   * @throws IOException if it cannot be written
   */
  static ReducedFile reduced(HostOnlyInput binary, Work.Fat work, Progress progress)
      throws IOException {
    List<DeviceCodeRow> rows = binary.deviceCode().rows();
    return binary.reduced(
        hostOnly(binary.path(), binary.path()),
        rows.stream().filter(row -> isKept(row, work)).toList(),
        dropped(rows, work),
        progress);
  }

  /** The note of what goes. */
  static DroppedTargets dropped(List<DeviceCodeRow> rows, Work.Fat work) {
    DroppedTargets.Collector dropped = new DroppedTargets.Collector();
    for (DeviceCodeRow row : rows) {
      if (!isKept(row, work)) {
        dropped.add(row.target().toString(), PruneNote.SELF, row.wrapper());
      }
    }
    return dropped.note();
  }

  /** Whether kept code is unpacked to a work file. */
  static boolean isCompressed(HostOnlyInput binary) {
    return binary.fat().bundles().stream()
        .anyMatch(bundle -> bundle.content() instanceof CompressedBundle);
  }

  private static boolean isKept(DeviceCodeRow row, Work.Fat work) {
    return work.kept().getOrDefault(row.wrapper(), Set.of()).contains(row.target().toString());
  }

  private static List<OperationNote> byArchive(
      Path input,
      Work.Fat work,
      DroppedTargets dropped,
      Path output,
      PruneRequest request,
      Progress progress)
      throws IOException {
    Set<GpuTarget> kept = new TreeSet<>();
    for (GpuTarget target : work.targets()) {
      if (work.kept().values().stream().anyMatch(each -> each.contains(target.toString()))) {
        kept.add(target);
      }
    }
    // An archive has some code; of a binary that loses all of it, none is put back.
    Set<GpuTarget> stored = kept.isEmpty() ? Set.of(work.targets().first()) : kept;
    Path folder = Objects.requireNonNull(output.toAbsolutePath().getParent());
    try (ScratchFolder scratch = ScratchFolder.in(folder, String.valueOf(output.getFileName()))) {
      Path host = scratch.folder().resolve("host");
      ArchiveOptions options =
          ArchiveOptions.DEFAULT
              .withScheme(StorageScheme.NONE)
              .withFilter(TargetFilter.keeping(stored))
              .withThreads(request.threads())
              .allowingLarge(request.large());
      ConvertReport converted =
          new Convert(
                  ConvertRequest.keeping(input, host, NAME, List.of(ARCHIVE), scratch.folder())
                      .with(options))
              .allowingEmptyBundles()
              .run(progress);
      new Restore(
              RestoreRequest.of(host, output)
                  .withArchives(List.of(scratch.folder().resolve(ARCHIVE)))
                  .withPartial(true)
                  .withThreads(request.threads())
                  .allowingLarge(request.large()))
          .noting(dropped)
          .only((wrapper, target) -> work.kept().getOrDefault(wrapper, Set.of()).contains(target))
          .run(progress);
      return converted.findings();
    }
  }
}
