package org.kpackworkbench.model.operation.split;

import java.nio.file.attribute.FileTime;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The archive of an architecture.
 *
 * @param target the architecture
 * @param prefix the stage prefix that it lies in
 * @param kernels number of rows
 * @param codeSizeBytes size of the code objects, shared ones once
 * @param modified the time of the newest binary that it is made from
 */
record ArchivePlace(
    GpuTarget target, String prefix, int kernels, long codeSizeBytes, FileTime modified) {}
