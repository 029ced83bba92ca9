package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/** Edits of one row of a manifest: as another manifest has it, or as the disk has it. */
public final class ManifestRowEdits {
  private ManifestRowEdits() {}

  /**
   * Returns the edit that lets a manifest say the same of an architecture as another one.
   *
   * @param file the manifest that is edited, for messages
   * @param dialect how it is written
   * @param own its row; null if it has none
   * @param other the other manifest's row; null if that has none
   * @return null if both say the same
   * @throws FormatException if the other one lacks what the dialect needs
   */
  public static @Nullable ManifestEdit take(
      Path file, ManifestDialect dialect, @Nullable ManifestRow own, @Nullable ManifestRow other)
      throws FormatException {
    if (other == null) {
      return own == null ? null : new ManifestEdit.RemoveRows(List.of(own.targetText()));
    }
    boolean byList = dialect == ManifestDialect.BY_LIST;
    if (byList && other.sha256() == null) {
      throw lacking(file, other, "a checksum");
    }
    if (!byList && other.sizeBytes() < 0) {
      throw lacking(file, other, "a size");
    }
    // Sizes are optional in a list: a row that states none keeps to that.
    ManifestEdit.Row row =
        new ManifestEdit.Row(
            own == null ? other.targetText() : own.targetText(),
            other.file(),
            byList && (own == null || own.sizeBytes() < 0) ? -1 : other.sizeBytes(),
            byList && (own == null || own.kernelCount() < 0) ? -1 : other.kernelCount(),
            other.sha256());
    if (own == null) {
      return new ManifestEdit.AddRow(row);
    }
    return row.equals(ManifestEdit.Row.of(own))
        ? null
        : new ManifestEdit.SetRow(own.targetText(), row);
  }

  private static FormatException lacking(Path file, ManifestRow other, String what) {
    return FormatException.in(file.toString(), "manifest", "row", Reason.UNSUPPORTED)
        .expected("%s for %s, which this dialect states".formatted(what, other.targetText()))
        .found("none in the other manifest")
        .advice("Update the row from the disk instead.")
        .build();
  }

  /**
   * Returns the edit that lets a row of a manifest say what is on the disk: new figures, or no row
   * where there is no archive.
   *
   * @param file the manifest
   * @param manifest what it says
   * @param target the row's target, as it is written
   * @return null if the row is right about the disk
   * @throws java.util.concurrent.CancellationException when cancelled
   * @throws FormatException if there is no such row, or its archive cannot be read
   */
  public static @Nullable ManifestEdit fromDisk(
      Path file, Manifest manifest, String target, Progress progress) throws IOException {
    List<ManifestRow> rows =
        manifest.rows().stream().filter(row -> row.targetText().equals(target)).toList();
    if (rows.isEmpty()) {
      throw FormatException.in(file.toString(), "manifest", "row", Reason.NOT_FOUND)
          .mismatch("a row for " + target, "none");
    }
    DiskReport.Row found =
        ManifestDiskCheck.run(file, manifest.withRows(rows.subList(0, 1)), true, progress)
            .rows()
            .getFirst();
    for (DiskFinding finding : found.findings()) {
      if (finding instanceof DiskFinding.ArchiveUnreadable unreadable) {
        throw FormatException.in(file.toString(), "manifest", target, Reason.BAD_VALUE)
            .mismatch("an archive that can be read: " + found.row().file(), unreadable.reason());
      }
    }
    if (!found.present()) {
      return new ManifestEdit.RemoveRows(List.of(target));
    }
    ManifestEdit.Row now = DiskUpdate.measured(found, manifest.dialect(), progress);
    return now == null ? null : new ManifestEdit.SetRow(target, now);
  }

  /**
   * A row of a manifest that is not right about its archive.
   *
   * @param edit what makes it so
   */
  public record Outdated(Path manifest, String target, ManifestEdit edit) {}

  /**
   * The rows for an archive, in the manifests beside it that can be edited, that are not right
   * about it.
   *
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static List<Outdated> outdated(Path archive, Progress progress) throws IOException {
    Path folder = archive.toAbsolutePath().getParent();
    if (folder == null) {
      return List.of();
    }
    List<Path> manifests = FolderList.of(folder, "*.kpm");
    String name = String.valueOf(archive.getFileName());
    List<Outdated> outdated = new ArrayList<>();
    for (Path file : manifests) {
      try {
        ManifestFile read = ManifestFile.open(file);
        Manifest manifest = read.manifest();
        for (ManifestRow row : read.editable() ? manifest.rows() : List.<ManifestRow>of()) {
          ManifestEdit edit =
              row.file().equals(name) ? fromDisk(file, manifest, row.targetText(), progress) : null;
          if (edit != null) {
            outdated.add(new Outdated(file, row.targetText(), edit));
          }
        }
      } catch (FormatException broken) {
        // A manifest that cannot be read is not edited; opening it says why.
        continue;
      }
    }
    return outdated;
  }

  /**
   * A row for an archive beside a manifest, which does not name it.
   *
   * @throws FormatException if it has several targets or none, or cannot be read
   */
  public static ManifestEdit fromArchive(Path archive, ManifestDialect dialect, Progress progress)
      throws IOException {
    ManifestEdit.Row row = DiskUpdate.row(archive, dialect, progress);
    if (row == null) {
      throw FormatException.in(archive.toString(), "archive", "", Reason.UNSUPPORTED)
          .mismatch("an archive that can be read and has one target", "another file");
    }
    return new ManifestEdit.AddRow(row);
  }
}
