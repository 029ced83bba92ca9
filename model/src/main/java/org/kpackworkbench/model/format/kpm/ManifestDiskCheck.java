package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;

/**
 * Compares a manifest with the archives that really lie beside it, or in the artifacts beside its
 * own: size, number of kernels (from each archive's table of contents) and, where the manifest
 * states one, the checksum of every byte.
 */
public record ManifestDiskCheck(ManifestPlaces places, Progress progress) {
  /**
   * Compares.
   *
   * @param path the manifest's file; its archives are looked for in its folder, and in those of its
   *     component's other artifacts
   * @param manifest what it says
   * @param checksums whether to read whole archives where a checksum is stated
   * @param progress is advanced by the bytes that are hashed, or by rows where none are
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws IOException if the folder cannot be listed
   */
  public static DiskReport run(Path path, Manifest manifest, boolean checksums, Progress progress)
      throws IOException {
    return run(path, manifest, checksums, progress, (index, row) -> {});
  }

  /** Receives each row as soon as it was compared. */
  @FunctionalInterface
  public interface RowListener {
    /** Called with a row's number and what was found, on the thread that compares. */
    void compared(int index, DiskReport.Row row);
  }

  /** Compares a manifest with the disk, and reports after each row what was found. */
  public static DiskReport run(
      Path path, Manifest manifest, boolean checksums, Progress progress, RowListener listener)
      throws IOException {
    ManifestDiskCheck check = new ManifestDiskCheck(ManifestPlaces.of(path), progress);
    if (checksums) {
      progress.begin("Comparing with the disk", check.bytesToHash(manifest), Unit.BYTES);
    } else {
      progress.begin("Comparing with the disk", manifest.rows().size(), Unit.ROWS);
    }
    List<DiskReport.Row> rows = new ArrayList<>();
    for (ManifestRow row : manifest.rows()) {
      progress.step(0);
      rows.add(check.row(row, checksums));
      progress.advance(checksums ? 0 : 1);
      listener.compared(rows.size() - 1, rows.getLast());
    }
    return check.report(path, manifest, rows);
  }

  private long bytesToHash(Manifest manifest) {
    long total = 0;
    for (ManifestRow row : manifest.rows()) {
      Path archive = row.sha256() == null ? null : archive(row);
      total += archive == null ? 0 : Math.max(0, size(archive));
    }
    return total;
  }

  private @Nullable Path archive(ManifestRow row) {
    return ManifestRowReader.isFileName(row.file()) ? places.archive(row) : null;
  }

  /** A regular file's size; -1 if there is none. */
  private static long size(Path archive) {
    try {
      return Files.isRegularFile(archive) ? Files.size(archive) : -1;
    } catch (IOException vanished) {
      return -1;
    }
  }

  private DiskReport.Row row(ManifestRow row, boolean checksums) {
    Path archive = archive(row);
    if (archive == null) {
      DiskFinding finding =
          new DiskFinding.ArchiveUnreadable(
              row.file(), "\"" + row.file() + "\" is not a file name in the manifest's folder");
      return new DiskReport.Row(row, null, -1, -1, null, List.of(finding));
    }
    long size = size(archive);
    if (size < 0) {
      return new DiskReport.Row(
          row,
          archive,
          -1,
          -1,
          null,
          List.of(new DiskFinding.ArchiveMissing(archive, places.hasArtifact(row))));
    }
    List<DiskFinding> findings = new ArrayList<>();
    if (row.sizeBytes() >= 0 && row.sizeBytes() != size) {
      findings.add(new DiskFinding.SizeDiffers(row.sizeBytes(), size));
    }
    long kernels = kernels(row, archive, findings);
    Checksum actual = checksums ? checksum(row, archive, findings) : null;
    return new DiskReport.Row(row, archive, size, kernels, actual, findings);
  }

  private long kernels(ManifestRow row, Path path, List<DiskFinding> findings) {
    try (KpackArchive archive = KpackArchive.open(path)) {
      if (!archive.complete()) {
        findings.add(unreadable(row, archive.problems().getFirst()));
      } else if (row.kernelCount() >= 0
          && row.kernelCount() != archive.entryCount()
          && row.kernelCount() != countFor(archive, row)) {
        findings.add(new DiskFinding.KernelCountDiffers(row.kernelCount(), archive.entryCount()));
      }
      if (archive.complete() && !hasCodeFor(archive, row)) {
        List<String> targets = archive.targetSums().stream().map(TargetSum::targetText).toList();
        findings.add(new DiskFinding.TargetDiffers(row.targetText(), targets));
      }
      return archive.entryCount();
    } catch (IOException failure) {
      findings.add(unreadable(row, failure));
      return -1;
    }
  }

  /** How many kernels are for the row's target: manifests of one archive for all count those. */
  private static long countFor(KpackArchive archive, ManifestRow row) {
    return archive.targetSums().stream()
        .filter(sum -> sum.targetText().equals(row.targetText()))
        .mapToLong(TargetSum::entries)
        .sum();
  }

  /**
   * Whether some of the code is for the row's processor; an archive without code is another matter.
   */
  private static boolean hasCodeFor(KpackArchive archive, ManifestRow row) {
    return !row.target().processor().matches("gfx[0-9a-f]{3,4}(-.*)?")
        || archive.targetSums().isEmpty()
        || archive.targetSums().stream()
            .map(sum -> GpuTarget.lenient(sum.targetText()).processor())
            .anyMatch(processor -> GpuTable.related(processor, row.target().processor()));
  }

  private @Nullable Checksum checksum(ManifestRow row, Path archive, List<DiskFinding> findings) {
    Checksum stated = row.sha256();
    if (stated == null) {
      return null;
    }
    try {
      Checksum actual = sha256(archive, progress);
      if (!actual.equals(stated)) {
        findings.add(new DiskFinding.ChecksumDiffers(stated, actual));
      }
      return actual;
    } catch (IOException failure) {
      findings.add(unreadable(row, failure));
      return null;
    }
  }

  private static DiskFinding unreadable(ManifestRow row, IOException failure) {
    // The row names the file already, and a sentence follows.
    String message =
        failure instanceof FormatException problem ? problem.words() : failure.getMessage();
    return new DiskFinding.ArchiveUnreadable(
        row.file(), message == null ? failure.getClass().getSimpleName() : message);
  }

  /**
   * The SHA-256 of a file, read in windows.
   *
   * @param progress advanced by the bytes read, and checked for cancellation
   */
  public static Checksum sha256(Path file, Progress progress) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return Checksum.of(open.view(), progress);
    }
  }

  private DiskReport report(Path path, Manifest manifest, List<DiskReport.Row> rows)
      throws IOException {
    Set<String> named = new HashSet<>();
    manifest.rows().forEach(row -> named.add(row.file()));
    List<Path> unreadable = new ArrayList<>();
    Path own = path.toAbsolutePath();
    for (Path other : places.files("*.kpm")) {
      if (!other.equals(own)) {
        try {
          ManifestFile.open(other).manifest().rows().forEach(row -> named.add(row.file()));
        } catch (IOException failure) {
          unreadable.add(other);
        }
      }
    }
    List<Path> unnamed =
        places.files("*.kpack").stream()
            .filter(archive -> !named.contains(String.valueOf(archive.getFileName())))
            .toList();
    return new DiskReport(rows, unnamed, unreadable);
  }
}
