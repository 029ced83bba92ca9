package org.kpackworkbench.views.manifest;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.manifest.DiskFinding;
import org.kpackworkbench.model.manifest.DiskReport;
import org.kpackworkbench.model.manifest.ManifestRow;
import org.kpackworkbench.model.place.Place;

/**
 * A line of the table: an archive that the manifest lists, or one on the disk that none does.
 *
 * @param target the target as it is written; empty where no manifest names the archive
 * @param file the archive's name
 * @param statedSizeBytes what the manifest says; -1 where it does not
 * @param sizeBytes what is on the disk; -1 where nothing is
 * @param statedKernels what the manifest says; -1 where it does not
 * @param kernels what the archive's table has; -1 where it is missing or unreadable
 * @param state "as stated", or what differs, in words
 * @param well whether nothing differs
 * @param place the row of the manifest; null where no manifest names the archive
 * @param archive the archive as a place; null where it is not there
 */
record ManifestLine(
    String target,
    String file,
    long statedSizeBytes,
    long sizeBytes,
    long statedKernels,
    long kernels,
    String state,
    boolean well,
    @Nullable Place place,
    @Nullable Place archive) {

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
            ? row.sha256() == null ? "as stated" : "as stated, checksum too"
            : row.findings().stream().map(DiskFinding::words).collect(Collectors.joining("; ")),
        well,
        place,
        row.present() && row.archive() != null ? new Place.File(row.archive()) : null);
  }

  static ManifestLine unnamed(java.nio.file.Path archive, long sizeBytes) {
    return new ManifestLine(
        "",
        String.valueOf(archive.getFileName()),
        -1,
        sizeBytes,
        -1,
        -1,
        "on the disk, but no manifest of the folder names it",
        false,
        null,
        new Place.File(archive));
  }
}
