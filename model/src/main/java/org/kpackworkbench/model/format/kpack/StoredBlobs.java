package org.kpackworkbench.model.format.kpack;

import java.util.List;
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
  private final List<Blob> blobs;
  private final long end;
  private final @Nullable FormatException damage;

  /**
   * A blob.
   *
   * @param offset of its first byte in the file; -1 for one without a position
   * @param start offset of its code object in what the blob unpacks to
   * @param share the part of the size that is its code object's, where it shares the blob
   */
  record Blob(long offset, long size, long start, long content, long share) {
    /** One that has no place. */
    static final Blob NOWHERE = new Blob(-1, 0);

    Blob(long offset, long size) {
      this(offset, size, 0, -1, size);
    }

    /**
     * A code object that shares a frame.
     *
     * @param start where it starts in the frame's content
     * @param content the size of the frame's content
     */
    static Blob inFrame(ByteRange frame, long start, long length, long content) {
      long share =
          content == 0
              ? 0
              : part(frame.length(), start + length, content)
                  - part(frame.length(), start, content);
      return new Blob(frame.start(), frame.length(), start, content, share);
    }

    private static long part(long stored, long upTo, long content) {
      return (long) (stored * ((double) upTo / content));
    }

    boolean samePlace(Blob other) {
      return offset == other.offset && start == other.start;
    }

    /** Offset behind it; negative if it has no position that can be. */
    long end() {
      return offset < 0 ? -1 : offset + size;
    }
  }

  /**
   * @param declaredCount how many there should be
   * @param blobs those that were found
   * @param end offset behind the last one that was found
   * @param damage why fewer were found than there should be; null if all were
   */
  StoredBlobs(int declaredCount, List<Blob> blobs, long end, @Nullable FormatException damage) {
    this.declaredCount = declaredCount;
    this.blobs = blobs;
    this.end = end;
    this.damage = damage;
  }

  /** How many the archive says there are. */
  public int declaredCount() {
    return declaredCount;
  }

  /** How many were found; ordinals below this have a position. */
  public int count() {
    return blobs.size();
  }

  /** Offset in the file of a blob's first byte; empty if its table entry has none. */
  public OptionalLong offset(int ordinal) {
    long offset = blobs.get(ordinal).offset;
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** Stored size of a blob, in bytes; where code objects share a frame, its part of that. */
  public long sizeBytes(int ordinal) {
    return blobs.get(ordinal).share;
  }

  /** Where a blob is, and what in it. */
  Blob blob(int ordinal) {
    return blobs.get(ordinal);
  }

  /** A blob's bytes in the file, which for scheme {@code none} may lie outside it. */
  public Optional<ByteRange> range(int ordinal) {
    if (ordinal < 0 || ordinal >= blobs.size()) {
      return Optional.empty();
    }
    Blob blob = blobs.get(ordinal);
    return blob.end() < 0 ? Optional.empty() : Optional.of(new ByteRange(blob.offset, blob.size));
  }

  /** Offset behind the last blob that was found. */
  public long end() {
    return end;
  }

  /** Sum of all stored sizes, without size fields; at most {@link Long#MAX_VALUE}. */
  public long totalSizeBytes() {
    long total = 0;
    for (Blob blob : blobs) {
      total = total > Long.MAX_VALUE - blob.share ? Long.MAX_VALUE : total + blob.share;
    }
    return total;
  }

  /** Why fewer were found than the archive declares; null if all were found. */
  public @Nullable FormatException damage() {
    return damage;
  }
}
