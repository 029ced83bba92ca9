package org.kpackworkbench.model.format.kpm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * One archive of a manifest. Immutable.
 *
 * @param targetText the target as it is written
 * @param file the archive's name, in the manifest's own folder; empty if it could not be read
 * @param sizeBytes the archive's size; -1 if none is stated
 * @param kernelCount its number of kernels; -1 if none is stated
 * @param sha256 its checksum; null if none is stated
 * @param fields the row's keys and values as they were read, for writing back what is not known;
 *     empty for a row that was not read from a file
 */
public record ManifestRow(
    String targetText,
    String file,
    long sizeBytes,
    long kernelCount,
    @Nullable Checksum sha256,
    List<RawPair> fields) {

  public ManifestRow {
    fields = List.copyOf(fields);
  }

  /** A new row. */
  public ManifestRow(
      String targetText, String file, long sizeBytes, long kernelCount, @Nullable Checksum sha256) {
    this(targetText, file, sizeBytes, kernelCount, sha256, List.of());
  }

  /** Whether a name stays in the manifest's folder, on every system. */
  public static boolean isFileName(String name) {
    return ManifestRowReader.isFileName(name);
  }

  /** The target. */
  public GpuTarget target() {
    return GpuTarget.lenient(targetText);
  }

  /** Returns this row for what is now on the disk; unknown keys stay. */
  public ManifestRow measured(long sizeBytes, long kernelCount, @Nullable Checksum sha256) {
    return new ManifestRow(targetText, file, sizeBytes, kernelCount, sha256, fields);
  }
}
