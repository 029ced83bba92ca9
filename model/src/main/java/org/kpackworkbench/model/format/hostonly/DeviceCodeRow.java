package org.kpackworkbench.model.format.hostonly;

import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A code object of a wrapper: what becomes one row of an archive.
 *
 * @param wrapper the wrapper's index
 * @param target the target it is filed under
 * @param origin which bundle it comes from
 * @param sizeBytes its size
 */
public record DeviceCodeRow(int wrapper, GpuTarget target, BundleOrigin origin, long sizeBytes) {}
