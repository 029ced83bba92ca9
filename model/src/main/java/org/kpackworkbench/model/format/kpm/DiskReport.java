package org.kpackworkbench.model.format.kpm;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A manifest beside what is really on the disk.
 *
 * @param rows one for each row of the manifest, in its order
 * @param unnamed archives of the folder that none of its manifests names, sorted
 * @param unreadableManifests other manifests of the folder that could not be read, so that what
 *     they name may be among the unnamed
 */
public record DiskReport(List<Row> rows, List<Path> unnamed, List<Path> unreadableManifests) {
  public DiskReport {
    rows = List.copyOf(rows);
    unnamed = List.copyOf(unnamed);
    unreadableManifests = List.copyOf(unreadableManifests);
  }

  /** Whether the manifest is right and names everything. */
  public boolean clean() {
    return unnamed.isEmpty() && rows.stream().allMatch(row -> row.findings().isEmpty());
  }

  /**
   * One row.
   *
   * @param row what the manifest says
   * @param archive where the archive is or would be; null if the name is none
   * @param sizeBytes its size; -1 if it is missing
   * @param kernelCount entries in its table of contents; -1 if it is missing or unreadable
   * @param sha256 its checksum; null if it was not computed
   * @param findings what differs; empty if nothing does
   */
  public record Row(
      ManifestRow row,
      @Nullable Path archive,
      long sizeBytes,
      long kernelCount,
      @Nullable Checksum sha256,
      List<DiskFinding> findings) {
    public Row {
      findings = List.copyOf(findings);
    }

    /** Whether there is such a file. */
    public boolean present() {
      return sizeBytes >= 0;
    }
  }
}
