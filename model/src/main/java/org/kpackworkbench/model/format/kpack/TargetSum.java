package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * What an archive holds for one target.
 *
 * @param targetText the target as it is written
 * @param target the target
 * @param entries number of rows
 * @param originalSizeBytes sum of the declared sizes, at most {@link Long#MAX_VALUE}
 * @param storedSizeBytes stored bytes, each blob counted once; -1 while positions are not known
 */
public record TargetSum(
    String targetText,
    GpuTarget target,
    int entries,
    long originalSizeBytes,
    long storedSizeBytes) {}
