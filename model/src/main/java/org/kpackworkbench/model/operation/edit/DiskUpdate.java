package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.DiskReport;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;

/**
 * Changes that make a manifest right about the disk.
 *
 * @param edit the edit that makes it so; null if nothing differs
 * @param notAdded archives beside it that no manifest names and that did not become a row: it was
 *     not requested, or they hold several targets, one that has a row, or cannot be read
 * @param missing rows that stay though there is no such archive
 * @param unreadable rows that stay as they are because their archive cannot be read
 */
public record DiskUpdate(
    ManifestEdit.@Nullable UpdateFromDisk edit,
    List<Path> notAdded,
    List<ManifestRow> missing,
    List<ManifestRow> unreadable) {
  public DiskUpdate {
    notAdded = List.copyOf(notAdded);
    missing = List.copyOf(missing);
    unreadable = List.copyOf(unreadable);
  }

  /** Options beside measuring again. */
  public enum Option {
    /** Add rows for archives that no manifest names. */
    ADD_UNNAMED,
    /** Remove rows whose archive is missing. */
    REMOVE_MISSING,
    /** State a checksum in every row, even if the dialect does not require one. */
    ADD_CHECKSUMS
  }

  /**
   * Reads the state of the disk.
   *
   * @param path the manifest's file
   * @param manifest what it says now
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static DiskUpdate of(Path path, Manifest manifest, Set<Option> options, Progress progress)
      throws IOException {
    DiskReport report = ManifestDiskCheck.run(path, manifest, true, progress);
    boolean checksums =
        manifest.dialect() == ManifestDialect.BY_LIST || options.contains(Option.ADD_CHECKSUMS);
    Measuring measuring = new Measuring(manifest.dialect(), checksums, progress);
    List<ManifestEdit.Row> changed = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    List<ManifestRow> missing = new ArrayList<>();
    List<ManifestRow> unreadable = new ArrayList<>();
    for (DiskReport.Row row : report.rows()) {
      if (isUnreadable(row)) {
        unreadable.add(row.row());
      } else if (row.present()) {
        ManifestEdit.Row now = measuring.measured(row);
        if (now != null) {
          changed.add(now);
        }
      } else if (options.contains(Option.REMOVE_MISSING)) {
        removed.add(row.row().targetText());
      } else {
        missing.add(row.row());
      }
    }
    List<ManifestEdit.Row> added = new ArrayList<>();
    List<Path> notAdded = new ArrayList<>();
    Set<String> taken =
        manifest.rows().stream().map(ManifestRow::targetText).collect(Collectors.toSet());
    removed.forEach(taken::remove);
    for (Path archive : report.unnamed()) {
      ManifestEdit.Row row = options.contains(Option.ADD_UNNAMED) ? measuring.row(archive) : null;
      if (row != null && taken.add(row.target())) {
        added.add(row);
      } else {
        notAdded.add(archive);
      }
    }
    boolean nothing = changed.isEmpty() && added.isEmpty() && removed.isEmpty();
    return new DiskUpdate(
        nothing ? null : new ManifestEdit.UpdateFromDisk(changed, added, removed),
        notAdded,
        missing,
        unreadable);
  }

  /**
   * The row for an archive that lies beside a manifest.
   *
   * @return null if it has no targets or several, or cannot be read as a whole
   */
  public static ManifestEdit.@Nullable Row row(
      Path archive, ManifestDialect dialect, Progress progress) throws IOException {
    return new Measuring(dialect, dialect == ManifestDialect.BY_LIST, progress).row(archive);
  }

  /** Returns what the row of an archive that is there has to say; null if it says so. */
  static ManifestEdit.@Nullable Row measured(
      DiskReport.Row found, ManifestDialect dialect, Progress progress) throws IOException {
    return new Measuring(dialect, dialect == ManifestDialect.BY_LIST, progress).measured(found);
  }

  private static boolean isUnreadable(DiskReport.Row row) {
    return row.findings().stream().anyMatch(DiskFinding.ArchiveUnreadable.class::isInstance);
  }

  private record Measuring(ManifestDialect dialect, boolean checksums, Progress progress) {

    /** Returns what a row has to say; null if it says so. */
    ManifestEdit.@Nullable Row measured(DiskReport.Row row) throws IOException {
      ManifestRow stated = row.row();
      Path archive = row.archive();
      Checksum sha256 = row.sha256();
      if (sha256 == null && checksums && archive != null) {
        sha256 = ManifestDiskCheck.sha256(archive, progress);
      }
      boolean byList = dialect == ManifestDialect.BY_LIST;
      // Sizes are optional in a list.
      ManifestEdit.Row now =
          new ManifestEdit.Row(
              stated.targetText(),
              stated.file(),
              byList && stated.sizeBytes() < 0 ? -1 : row.sizeBytes(),
              byList && stated.kernelCount() < 0 ? -1 : row.kernelCount(),
              sha256);
      return now.equals(ManifestEdit.Row.of(stated)) ? null : now;
    }

    /** A row for an archive of one target; null if it is none. */
    ManifestEdit.@Nullable Row row(Path path) throws IOException {
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
            checksums ? ManifestDiskCheck.sha256(path, progress) : null);
      } catch (FormatException unreadable) {
        // It stays in the list of what was not added; opening it says why.
        return null;
      }
    }
  }
}
