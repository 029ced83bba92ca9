package org.kpackworkbench.model.analysis.diff.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.Comparison.Resources;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * Manifests beside the archives that really lie in a folder: missing, of another size, with another
 * number of kernels or another checksum, or named by no manifest. There is nothing below it; the
 * archives' bytes count only as far as the manifests state checksums.
 */
public final class DiskComparison {
  private static final String HIDDEN = ".kpack";

  private final List<Side> sides;
  private final int disk;
  private final List<@Nullable Stated> manifests = new ArrayList<>();

  private DiskComparison(List<Side> sides, int disk) {
    this.sides = sides;
    this.disk = disk;
  }

  private record Stated(ManifestFile file, DiskReport report) {}

  /** A row of a manifest, by its number. */
  private record Found(int index, DiskReport.Row row) {}

  /**
   * Compares manifests with a folder.
   *
   * @param sides manifests, and the folder with their archives, in any order
   * @param disk which of them is the folder
   * @param checksums whether to read whole archives where a checksum is stated
   * @param resources what ends with the comparison
   * @throws FormatException if one is no manifest
   */
  public static Comparison open(
      List<Side> sides, int disk, boolean checksums, Resources resources, Progress progress)
      throws IOException {
    DiskComparison comparison = new DiskComparison(sides, disk);
    Path folder = archives(sides.get(disk).place().file());
    for (int side = 0; side < sides.size(); side++) {
      comparison.manifests.add(
          side == disk ? null : stated(sides.get(side), folder, checksums, progress));
    }
    return comparison.build(folder, checksums, resources);
  }

  /**
   * Where a folder has its archives: in itself, or in the hidden folder that tools make for them.
   */
  private static Path archives(Path folder) throws IOException {
    Path hidden = folder.resolve(HIDDEN);
    if (!Files.isDirectory(hidden)) {
      return folder;
    }
    for (Path each : FolderList.of(folder, "*.kpack")) {
      if (Files.isRegularFile(each)) {
        return folder;
      }
    }
    return hidden;
  }

  private static Stated stated(Side manifest, Path folder, boolean checksums, Progress progress)
      throws IOException {
    ManifestFile file =
        ManifestFile.read(
            Objects.requireNonNull(manifest.bytes(), "a manifest is a file"), manifest.place());
    Path name = Objects.requireNonNull(manifest.place().file().getFileName());
    return new Stated(
        file, ManifestDiskCheck.run(folder.resolve(name), file.manifest(), checksums, progress));
  }

  private Comparison build(Path folder, boolean checksums, Resources resources) throws IOException {
    ListComparison.Builder builder =
        new ListComparison.Builder(ComparisonKind.DISK, sides).closing(resources);
    if (!folder.equals(sides.get(disk).place().file())) {
      builder.remark("The archives are in %s.".formatted(folder));
    }
    List<List<Found>> rows = new ArrayList<>();
    Set<Path> unnamed = new LinkedHashSet<>();
    Set<Path> unreadable = new LinkedHashSet<>();
    boolean first = true;
    boolean hashed = checksums;
    for (int side = 0; side < sides.size(); side++) {
      List<Found> found = new ArrayList<>();
      Stated stated = manifests.get(side);
      if (stated != null) {
        builder
            .problems(side, stated.file().problems())
            .cut(
                side,
                stated.file().rowsComplete() ? null : stated.file().cut(),
                (group, key) -> true);
        DiskReport report = stated.report();
        for (DiskReport.Row row : report.rows()) {
          hashed &= row.row().sha256() != null;
          found.add(new Found(found.size(), row));
        }
        if (first) {
          unnamed.addAll(report.unnamed());
        } else {
          // What one of them names is named.
          unnamed.retainAll(report.unnamed());
        }
        unreadable.addAll(report.unreadableManifests());
        first = false;
      }
      rows.add(found);
    }
    for (Map.Entry<String, List<@Nullable Found>> row :
        Aligned.byKey(rows, found -> ManifestComparisons.key(found.row().row())).entrySet()) {
      builder.add(row(row.getKey(), row.getValue()));
    }
    if (!hashed) {
      builder
          .withoutContents()
          .remark("Where the manifest states no checksum, contents were not compared.");
    }
    for (Path archive : unnamed) {
      builder.add(unnamed(archive));
    }
    for (Path other : unreadable) {
      builder.problem(
          disk,
          FormatException.in(other.toString(), "manifest", "", Reason.BAD_VALUE)
              .mismatch(
                  "another manifest of the folder",
                  "one that cannot be read, so that what it names may be among the unnamed"));
    }
    return builder.build();
  }

  private Draft row(String key, List<@Nullable Found> row) throws FormatException {
    List<@Nullable Values> values =
        Aligned.map(
            row,
            (side, found) ->
                stated(Objects.requireNonNull(manifests.get(side)).file(), found.index(), found));
    List<String> notes = new ArrayList<>();
    for (int side = 0; side < row.size(); side++) {
      Found found = row.get(side);
      if (found != null) {
        // The first manifest that names it determines its place and what it is compared with.
        if (values.get(disk) == null && found.row().present()) {
          values.set(disk, actual(found.row().row(), found.row()));
        }
        String from = sides.size() > 2 ? sides.get(side).label() + ": " : "";
        found.row().findings().forEach(finding -> notes.add(from + finding.words()));
      }
    }
    return new Draft(ManifestComparisons.ARCHIVE, key, values).note(String.join("; ", notes));
  }

  private static Values stated(ManifestFile file, int index, Found found) {
    ManifestRow row = found.row().row();
    Checksum sha256 = row.sha256();
    boolean present = found.row().present();
    return Values.at(file.place(index))
        .with("file", row.file())
        .with("size", row.sizeBytes())
        .with("kernels", row.kernelCount())
        .with("sha256", sha256 == null ? null : sha256.toString())
        .size(present && row.sizeBytes() < 0 ? found.row().sizeBytes() : row.sizeBytes())
        .broken(file.problem(index));
  }

  /**
   * Returns the values on the disk that the manifest states, too; a value that it does not state
   * cannot differ.
   */
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
    boolean differs =
        (row.sizeBytes() >= 0 && row.sizeBytes() != found.sizeBytes())
            || (stated != null && computed != null && !stated.equals(computed));
    for (DiskFinding finding : found.findings()) {
      // What differs is known to, whether it can be read or not.
      if (!differs
          && finding instanceof DiskFinding.ArchiveUnreadable(String name, String reason)) {
        values.broken(
            FormatException.in(archive.toString(), "archive", "", Reason.BAD_VALUE)
                .mismatch("an archive that can be read", reason));
      }
    }
    return values;
  }

  private Draft unnamed(Path archive) throws IOException {
    List<@Nullable Values> values = new ArrayList<>();
    for (int side = 0; side < sides.size(); side++) {
      values.add(
          side == disk
              ? Values.at(new Place.File(archive))
                  .with("file", String.valueOf(archive.getFileName()))
                  .size(Files.size(archive))
              : null);
    }
    return new Draft("archive", String.valueOf(archive.getFileName()), values)
        .note(
            manifests.stream().anyMatch(stated -> stated != null && !stated.file().rowsComplete())
                ? "a manifest that could not be read whole may name it"
                : "no manifest of the folder names it");
  }
}
