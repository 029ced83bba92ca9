package org.kpackworkbench.model.operation.pack;

import java.util.List;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;

/**
 * A binary that would be converted, or is host-only already.
 *
 * @param path its path in the tree, which is also what archives call it
 * @param preview what would be done
 * @param searchPath the marker's search path
 * @param targets the targets whose code goes into the archive
 * @param kernels number of rows that the archive gets
 * @param originalSizeBytes size of their code objects, shared ones once
 */
public record PlannedBinary(
    String path,
    ConvertPreview preview,
    String searchPath,
    List<String> targets,
    int kernels,
    long originalSizeBytes) {
  public PlannedBinary {
    targets = List.copyOf(targets);
  }
}
