package org.kpackworkbench.model.diff.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.diff.Comparison;
import org.kpackworkbench.model.diff.ComparisonKind;
import org.kpackworkbench.model.diff.Draft;
import org.kpackworkbench.model.diff.ListComparison;
import org.kpackworkbench.model.diff.Resources;
import org.kpackworkbench.model.diff.Side;
import org.kpackworkbench.model.diff.Values;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.manifest.Checksum;
import org.kpackworkbench.model.manifest.DiskFinding;
import org.kpackworkbench.model.manifest.DiskReport;
import org.kpackworkbench.model.manifest.ManifestDiskCheck;
import org.kpackworkbench.model.manifest.ManifestFile;
import org.kpackworkbench.model.manifest.ManifestRow;
import org.kpackworkbench.model.place.Place;

/**
 * A manifest beside the archives that really lie in a folder: missing, of another size, with
 * another number of kernels or another checksum, or named by no manifest. There is nothing below
 * it; the archives' bytes count only as far as the manifest states checksums.
 */
public final class DiskComparison {
  private DiskComparison() {}

  /**
   * Compares a manifest with a folder.
   *
   * @param manifest the manifest
   * @param folder where its archives are looked for
   * @param checksums whether to read whole archives where a checksum is stated
   * @param resources what ends with the comparison
   * @throws FormatException where it is no manifest
   */
  public static Comparison open(
      Side manifest, Side folder, boolean checksums, Resources resources, Progress progress)
      throws IOException {
    ManifestFile file =
        ManifestFile.read(
            Objects.requireNonNull(manifest.bytes(), "a manifest is a file"), manifest.place());
    Path path = folder.place().file();
    Path name = Objects.requireNonNull(manifest.place().file().getFileName());
    DiskReport report =
        ManifestDiskCheck.run(path.resolve(name), file.manifest(), checksums, progress);
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.DISK, List.of(manifest, folder))
            .closing(resources)
            .problems(0, file.problems());
    for (int index = 0; index < report.rows().size(); index++) {
      builder.add(row(file, index, report.rows().get(index)));
    }
    if (!checksums || report.rows().stream().anyMatch(row -> row.row().sha256() == null)) {
      builder
          .withoutContents()
          .remark("Where the manifest states no checksum, contents were not compared.");
    }
    for (Path unnamed : report.unnamed()) {
      builder.add(unnamed(unnamed));
    }
    for (Path unreadable : report.unreadableManifests()) {
      builder.problem(
          1,
          FormatException.in(unreadable.toString(), "manifest", "", Reason.BAD_VALUE)
              .expected("another manifest of the folder")
              .found("one that cannot be read, so that what it names may stand among the unnamed")
              .build());
    }
    return builder.build();
  }

  private static Draft row(ManifestFile file, int index, DiskReport.Row found) {
    ManifestRow row = found.row();
    Checksum sha256 = row.sha256();
    Values stated =
        Values.at(file.place(index))
            .with("file", row.file())
            .with("size", row.sizeBytes())
            .with("kernels", row.kernelCount())
            .with("sha256", sha256 == null ? null : sha256.toString())
            .size(found.present() && row.sizeBytes() < 0 ? found.sizeBytes() : row.sizeBytes())
            .broken(file.problem(index));
    @Nullable Values actual = found.present() ? actual(row, found) : null;
    return new Draft(
            ManifestComparisons.ARCHIVE,
            ManifestComparisons.key(row),
            Arrays.asList(stated, actual))
        .note(found.findings().stream().map(DiskFinding::words).collect(Collectors.joining("; ")));
  }

  /** What is on the disk of what the manifest states; what it does not state cannot differ. */
  private static Values actual(ManifestRow row, DiskReport.Row found) {
    Path archive = Objects.requireNonNull(found.archive());
    Checksum stated = row.sha256();
    Checksum computed = found.sha256();
    Values values =
        Values.at(new Place.File(archive))
            .with("file", row.file())
            .with("size", row.sizeBytes() < 0 ? -1 : found.sizeBytes())
            .with("kernels", row.kernelCount() < 0 ? -1 : found.kernelCount())
            .size(found.sizeBytes());
    if (stated != null) {
      values.with("sha256", computed == null ? stated.toString() : computed.toString());
    }
    for (DiskFinding finding : found.findings()) {
      if (finding instanceof DiskFinding.ArchiveUnreadable(String name, String reason)) {
        values.broken(
            FormatException.in(archive.toString(), "archive", "", Reason.BAD_VALUE)
                .expected("an archive that can be read")
                .found(reason)
                .build());
      }
    }
    return values;
  }

  private static Draft unnamed(Path archive) throws IOException {
    List<@Nullable Values> values = new ArrayList<>();
    values.add(null);
    values.add(
        Values.at(new Place.File(archive))
            .with("file", String.valueOf(archive.getFileName()))
            .size(Files.size(archive)));
    return new Draft("archive", String.valueOf(archive.getFileName()), values)
        .note("no manifest of the folder names it");
  }
}
