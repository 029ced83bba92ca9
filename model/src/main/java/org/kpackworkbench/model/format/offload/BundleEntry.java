package org.kpackworkbench.model.format.offload;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * An entry of a bundle's table.
 *
 * @param index its position in the table
 * @param id its id
 * @param target the target it is filed under; null for the host, and where none is named
 * @param offset from the bundle's first byte
 * @param sizeBytes 0 for the host
 * @param tableOffset offset of its row in the table, from the bundle's first byte
 * @param rowSizeBytes size of that row, with the id
 * @param problem what is wrong with it; null if nothing is. The other entries are usable
 */
public record BundleEntry(
    int index,
    EntryId id,
    @Nullable GpuTarget target,
    long offset,
    long sizeBytes,
    long tableOffset,
    long rowSizeBytes,
    @Nullable FormatException problem) {

  /** Whether it holds code for a device. */
  public boolean isDevice() {
    return !id.isHost();
  }

  BundleEntry with(FormatException found) {
    return problem != null
        ? this
        : new BundleEntry(index, id, target, offset, sizeBytes, tableOffset, rowSizeBytes, found);
  }
}
