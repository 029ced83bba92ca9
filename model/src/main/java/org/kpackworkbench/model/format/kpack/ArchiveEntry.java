package org.kpackworkbench.model.format.kpack;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * One row of an archive's table of contents. Created on demand; holds on to nothing.
 *
 * @param row its number, from 0, in the order of the table
 * @param key the binary's key, taken apart
 * @param targetText the target as it is written
 * @param target the target
 * @param type {@code hsaco} or {@code co}; empty if it could not be read
 * @param ordinal index into the stored blobs; -1 if it could not be read
 * @param originalSizeBytes declared size after decompression; -1 if it could not be read
 * @param tableRange range of the row in the file, from the target to the end of its entry
 * @param problem what spoils this row; null if nothing does. Problems of stored frames show once
 *     their positions are known
 */
public record ArchiveEntry(
    int row,
    BinaryKey key,
    String targetText,
    GpuTarget target,
    String type,
    int ordinal,
    long originalSizeBytes,
    ByteRange tableRange,
    @Nullable FormatException problem) {

  /** The binary's name, without the index. */
  public String binary() {
    return key.binary();
  }

  /** The wrapper's index, 0 for a plain key. */
  public int index() {
    return key.index();
  }

  /** Whether the row can be used. */
  public boolean usable() {
    return problem == null;
  }
}
