package org.kpackworkbench.model.operation.pack;

import java.util.List;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What packing would write.
 *
 * @param archives the archive; none where there is no device code
 * @param binaries the binaries, in the order of their paths
 * @param copied the paths of all other files, in their order
 * @param copiedSizeBytes their size
 * @param links number of symbolic links
 * @param dropped targets that are left out
 * @param findings what else is to be known
 */
public record PackPlan(
    List<PackedArchive> archives,
    List<PlannedBinary> binaries,
    List<String> copied,
    long copiedSizeBytes,
    int links,
    List<DroppedTarget> dropped,
    List<Finding> findings) {
  public PackPlan {
    archives = List.copyOf(archives);
    binaries = List.copyOf(binaries);
    copied = List.copyOf(copied);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }
}
