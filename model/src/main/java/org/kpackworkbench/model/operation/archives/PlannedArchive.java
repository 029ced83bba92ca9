package org.kpackworkbench.model.operation.archives;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.format.hostonly.DeviceCodeRow;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;

/**
 * An archive that was written, or would be.
 *
 * @param path where it is
 * @param group its group name
 * @param family its family of targets
 * @param targets the targets that its {@code gfx_arches} lists
 * @param scheme how it stores code objects
 * @param kernels number of rows
 * @param blobs number of code objects stored, less than the rows where some are equal; -1 before it
 *     is written
 * @param originalSizeBytes size of the code objects before compression, shared ones once
 * @param sizeBytes size of the file; -1 before it is written
 */
public record PlannedArchive(
    Path path,
    String group,
    String family,
    List<String> targets,
    StorageScheme scheme,
    int kernels,
    int blobs,
    long originalSizeBytes,
    long sizeBytes) {
  public PlannedArchive {
    targets = List.copyOf(targets);
  }

  /**
   * One that is not written yet.
   *
   * @param labels the targets that it lists
   * @param code what goes into it
   */
  public static PlannedArchive of(
      Path path,
      String group,
      String family,
      List<String> labels,
      StorageScheme scheme,
      Collection<DeviceCodeRow> code) {
    return new PlannedArchive(
        path, group, family, labels, scheme, code.size(), -1, BinaryScan.sizeOnce(code), -1);
  }

  /** Returns the head of the table of contents. */
  public TableHead head() {
    return new TableHead(group, family, targets);
  }

  /** Adds the facts of the archive. */
  public void describe(Facts facts) {
    facts
        .path("path", path)
        .text("group", group)
        .text("family", family)
        .texts("targets", targets)
        .text("scheme", scheme.text())
        .shown(scheme.words())
        .number("kernels", kernels)
        .known("blobs", blobs)
        .number("originalSize", originalSizeBytes)
        .size("size", sizeBytes);
  }

  /** A table of them in a report that has them as {@code archives}. */
  public static Report table(Report report) {
    return report.table(
        "archives",
        "path as archive",
        "targets",
        "kernels as code objects",
        "originalSize as code",
        "size");
  }

  /** Returns this archive, now that it is written. */
  public PlannedArchive written(WrittenArchive done) {
    return new PlannedArchive(
        path,
        group,
        family,
        targets,
        scheme,
        kernels,
        done.blobs(),
        originalSizeBytes,
        done.sizeBytes());
  }
}
