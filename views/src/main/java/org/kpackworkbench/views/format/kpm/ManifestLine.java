package org.kpackworkbench.views.format.kpm;

import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * A line of the table: an archive that the manifest lists, or one on the disk that none does.
 *
 * @param target the target as it is written; empty where no manifest names the archive
 * @param file the archive's name
 * @param statedSizeBytes what the manifest says; -1 where it does not
 * @param sizeBytes what is on the disk; -1 where nothing is, or nobody has looked
 * @param statedKernels what the manifest says; -1 where it does not
 * @param kernels what the archive's table has; -1 where it is missing or unreadable
 * @param state "as stated", or what differs, in a few words
 * @param remarks what differs, with both values; empty where nothing does
 * @param well whether nothing is known to differ
 * @param place the row of the manifest; null where no manifest names the archive
 * @param archive the archive as a place; null where it is not known to be there
 */
record ManifestLine(
    String target,
    String file,
    long statedSizeBytes,
    long sizeBytes,
    long statedKernels,
    long kernels,
    String state,
    String remarks,
    boolean well,
    @Nullable Place place,
    @Nullable Place archive) {

  /** What the state says of a row that has not been compared yet. */
  static final String NOT_YET = "not compared yet";

  /** A row that nobody has compared with the disk. */
  static ManifestLine unchecked(ManifestRow stated, Place place) {
    return new ManifestLine(
        stated.targetText(),
        stated.file(),
        stated.sizeBytes(),
        -1,
        stated.kernelCount(),
        -1,
        NOT_YET,
        "",
        true,
        place,
        null);
  }

  static ManifestLine of(DiskReport.Row row, Place place) {
    ManifestRow stated = row.row();
    boolean well = row.findings().isEmpty();
    return new ManifestLine(
        stated.targetText(),
        stated.file(),
        stated.sizeBytes(),
        row.sizeBytes(),
        stated.kernelCount(),
        row.kernelCount(),
        well
            ? asStated(row)
            : row.findings().stream().map(ManifestLine::word).collect(Collectors.joining(", ")),
        row.findings().stream().map(DiskFinding::words).collect(Collectors.joining("; ")),
        well,
        place,
        row.present() && row.archive() != null ? new Place.File(row.archive()) : null);
  }

  private static String word(DiskFinding finding) {
    return switch (finding) {
      case DiskFinding.ArchiveMissing missing -> "missing";
      case DiskFinding.ArchiveUnreadable unreadable -> "unreadable";
      case DiskFinding.SizeDiffers differs -> "size differs";
      case DiskFinding.KernelCountDiffers differs -> "kernel count differs";
      case DiskFinding.ChecksumDiffers differs -> "checksum differs";
    };
  }

  private static String asStated(DiskReport.Row row) {
    if (row.sha256() != null) {
      return "as stated, checksum too";
    }
    return row.row().sha256() == null ? "as stated" : "as stated, checksum not compared yet";
  }

  static ManifestLine unnamed(Path archive, long sizeBytes) {
    return new ManifestLine(
        "",
        String.valueOf(archive.getFileName()),
        -1,
        sizeBytes,
        -1,
        -1,
        "not named",
        "on the disk, but no manifest of the folder names it",
        false,
        null,
        new Place.File(archive));
  }
}
