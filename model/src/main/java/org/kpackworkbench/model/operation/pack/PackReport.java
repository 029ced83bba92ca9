package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackPlan.PlannedBinary;

/**
 * Result of packing.
 *
 * @param archives the archive; none if there is no device code
 * @param binaries the binaries, in the order of their paths
 * @param copied number of other files
 * @param copiedSizeBytes their size
 * @param links number of symbolic links
 * @param dropped targets that were left out
 * @param findings what else is to be known
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record PackReport(
    List<PlannedArchive> archives,
    List<PackedBinary> binaries,
    int copied,
    long copiedSizeBytes,
    int links,
    List<DroppedTarget> dropped,
    List<OperationNote> findings,
    boolean upToDate) {
  public PackReport {
    archives = List.copyOf(archives);
    binaries = List.copyOf(binaries);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }

  /** Returns the report of packing. */
  public Report describe(PackRequest request) {
    PackPlan done =
        new PackPlan(
            archives,
            binaries.stream().map(PackedBinary::planned).toList(),
            List.of(),
            copiedSizeBytes,
            links,
            dropped,
            findings);
    return done.finished(done.describe(request, false, upToDate, copied));
  }

  /** Returns a copy for a tree that was there already. */
  PackReport wasThere() {
    return new PackReport(
        archives, binaries, copied, copiedSizeBytes, links, dropped, findings, true);
  }

  /**
   * A binary that was converted, or was host-only already.
   *
   * @param planned what was planned for it
   * @param file where it is now
   * @param report what was done
   */
  public record PackedBinary(PlannedBinary planned, Path file, HostOnlyReport report) {}
}
