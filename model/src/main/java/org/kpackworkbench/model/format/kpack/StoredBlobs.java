package org.kpackworkbench.model.format.kpack;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * Where the stored blobs of an archive lie, by ordinal. Immutable, safe for use by many threads.
 *
 * <p>For {@code zstd-per-kernel} a blob is a frame, without the size field before it.
 */
public final class StoredBlobs {
  private final int declaredCount;
  private final long[] offsets;
  private final long[] sizes;
  private final long end;
  private final @Nullable FormatException damage;

  /**
   * @param declaredCount how many there should be
   * @param offsets of those that were found; -1 for one without a position
   * @param sizes as many
   * @param end offset behind the last one that was found
   * @param damage why fewer were found than there should be; null if all were
   */
  StoredBlobs(
      int declaredCount, long[] offsets, long[] sizes, long end, @Nullable FormatException damage) {
    this.declaredCount = declaredCount;
    this.offsets = offsets;
    this.sizes = sizes;
    this.end = end;
    this.damage = damage;
  }

  /** How many the archive says there are. */
  public int declaredCount() {
    return declaredCount;
  }

  /** How many were found; ordinals below this have a position. */
  public int count() {
    return offsets.length;
  }

  /** Offset in the file of a blob's first byte; empty if its table entry has none. */
  public OptionalLong offset(int ordinal) {
    return offsets[ordinal] < 0 ? OptionalLong.empty() : OptionalLong.of(offsets[ordinal]);
  }

  /** Stored size of a blob, in bytes. */
  public long sizeBytes(int ordinal) {
    return sizes[ordinal];
  }

  /** A blob's bytes in the file, which for scheme {@code none} may lie outside it. */
  public Optional<ByteRange> range(int ordinal) {
    boolean known =
        ordinal >= 0
            && ordinal < offsets.length
            && offsets[ordinal] >= 0
            && sizes[ordinal] <= Long.MAX_VALUE - offsets[ordinal];
    return known ? Optional.of(new ByteRange(offsets[ordinal], sizes[ordinal])) : Optional.empty();
  }

  /** Offset behind the last blob that was found. */
  public long end() {
    return end;
  }

  /** Sum of all stored sizes, without size fields; at most {@link Long#MAX_VALUE}. */
  public long totalSizeBytes() {
    long total = 0;
    for (long size : sizes) {
      total = total > Long.MAX_VALUE - size ? Long.MAX_VALUE : total + size;
    }
    return total;
  }

  /** Why fewer were found than the archive declares; null if all were found. */
  public @Nullable FormatException damage() {
    return damage;
  }
}
