package org.kpackworkbench.model.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.archive.KpackArchive;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.manifest.Checksum;
import org.kpackworkbench.model.manifest.DiskReport;
import org.kpackworkbench.model.manifest.Manifest;
import org.kpackworkbench.model.manifest.ManifestDialect;
import org.kpackworkbench.model.manifest.ManifestDiskCheck;
import org.kpackworkbench.model.manifest.ManifestRow;

/**
 * What a manifest would have to say to be right about the disk.
 *
 * @param edit the edit that makes it so; null where nothing differs
 * @param notAdded archives beside it that no manifest names and that cannot become a row: they hold
 *     several targets, one that has a row, or cannot be read
 */
public record DiskUpdate(ManifestEdit.@Nullable UpdateFromDisk edit, List<Path> notAdded) {
  public DiskUpdate {
    notAdded = List.copyOf(notAdded);
  }

  /** What to do beside measuring again. */
  public enum Option {
    /** Add rows for archives that no manifest names. */
    ADD_UNNAMED,
    /** Remove rows whose archive is missing. */
    REMOVE_MISSING
  }

  /**
   * Looks at the disk.
   *
   * @param path the manifest's file
   * @param manifest what it says now
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static DiskUpdate of(Path path, Manifest manifest, Set<Option> options, Progress progress)
      throws IOException {
    DiskReport report = ManifestDiskCheck.run(path, manifest, true, progress);
    List<ManifestEdit.Row> changed = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (DiskReport.Row row : report.rows()) {
      ManifestRow stated = row.row();
      if (!row.present() && options.contains(Option.REMOVE_MISSING)) {
        removed.add(stated.targetText());
      } else if (row.kernelCount() >= 0) {
        measured(row, manifest.dialect(), progress, changed);
      }
    }
    List<ManifestEdit.Row> added = new ArrayList<>();
    List<Path> notAdded = new ArrayList<>();
    if (options.contains(Option.ADD_UNNAMED)) {
      Set<String> taken =
          manifest.rows().stream().map(ManifestRow::targetText).collect(Collectors.toSet());
      taken.removeAll(removed);
      for (Path archive : report.unnamed()) {
        ManifestEdit.Row row = row(archive, manifest.dialect(), progress);
        if (row != null && taken.add(row.target())) {
          added.add(row);
        } else {
          notAdded.add(archive);
        }
      }
    }
    boolean nothing = changed.isEmpty() && added.isEmpty() && removed.isEmpty();
    return new DiskUpdate(
        nothing ? null : new ManifestEdit.UpdateFromDisk(changed, added, removed), notAdded);
  }

  private static void measured(
      DiskReport.Row row,
      ManifestDialect dialect,
      Progress progress,
      List<ManifestEdit.Row> changed)
      throws IOException {
    ManifestRow stated = row.row();
    Path archive = row.archive();
    Checksum sha256 = row.sha256();
    if (sha256 == null && dialect == ManifestDialect.BY_LIST && archive != null) {
      sha256 = ManifestDiskCheck.sha256(archive, progress);
    }
    boolean byList = dialect == ManifestDialect.BY_LIST;
    // A list states sizes only where somebody has added them.
    ManifestEdit.Row now =
        new ManifestEdit.Row(
            stated.targetText(),
            stated.file(),
            byList && stated.sizeBytes() < 0 ? -1 : row.sizeBytes(),
            byList && stated.kernelCount() < 0 ? -1 : row.kernelCount(),
            sha256);
    ManifestEdit.Row before =
        new ManifestEdit.Row(
            stated.targetText(),
            stated.file(),
            stated.sizeBytes(),
            stated.kernelCount(),
            stated.sha256());
    if (!now.equals(before)) {
      changed.add(now);
    }
  }

  /** A row for an archive of one target; null where it is none. */
  private static ManifestEdit.@Nullable Row row(
      Path path, ManifestDialect dialect, Progress progress) throws IOException {
    try (KpackArchive archive = KpackArchive.open(path)) {
      if (!archive.complete() || archive.architectures().size() != 1) {
        return null;
      }
      boolean byList = dialect == ManifestDialect.BY_LIST;
      return new ManifestEdit.Row(
          archive.architectures().getFirst(),
          String.valueOf(path.getFileName()),
          byList ? -1 : Files.size(path),
          byList ? -1 : archive.entryCount(),
          byList ? ManifestDiskCheck.sha256(path, progress) : null);
    } catch (org.kpackworkbench.model.bytes.FormatException unreadable) {
      // It stays in the list of what was not added; opening it says why.
      return null;
    }
  }
}
