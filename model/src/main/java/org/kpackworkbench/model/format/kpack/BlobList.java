package org.kpackworkbench.model.format.kpack;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** The blobs of scheme {@code none}: those of the array below {@code blobs}, or of entries. */
final class BlobList {
  private static final byte[] OFFSET = ArchiveFormat.ascii(ArchiveFormat.OFFSET);
  private static final byte[] SIZE = ArchiveFormat.ascii(ArchiveFormat.SIZE);
  private static final int MOST_BROKEN = 1_000_000;

  private long[] offsets = new long[64];
  private long[] sizes = new long[64];
  private int[] ordinals = new int[0];
  private int count;
  private int broken;

  /** Reads it; an item that has no offset or size spoils only the entries that use it. */
  static StoredBlobs read(MsgCursor cursor) throws FormatException {
    BlobList list = new BlobList();
    long items = cursor.arrayHeader(ArchiveFormat.BLOBS);
    if (items > EntryTable.MOST_ROWS) {
      throw list.tooMany(cursor);
    }
    for (long i = 0; i < items; i++) {
      list.item(cursor);
    }
    return list.result();
  }

  private void item(MsgCursor cursor) throws FormatException {
    long offset = -1;
    long size = -1;
    if (cursor.kind("blob") != MsgKind.MAP) {
      cursor.skip("blob");
    } else {
      long pairs = cursor.mapHeader("blob");
      for (long i = 0; i < pairs; i++) {
        boolean text = cursor.textSpan("field name");
        if (text && cursor.spanEquals(OFFSET)) {
          offset = cursor.size("blob offset");
        } else if (text && cursor.spanEquals(SIZE)) {
          size = cursor.size("blob size");
        } else {
          cursor.skip("unknown field");
        }
      }
    }
    if ((offset < 0 || size < 0) && ++broken > MOST_BROKEN) {
      throw tooMany(cursor);
    }
    add(size < 0 ? -1 : offset, Math.max(0, size));
  }

  int add(long offset, long size) {
    if (count == offsets.length) {
      int capacity = EntryTable.grown(count);
      offsets = Arrays.copyOf(offsets, capacity);
      sizes = Arrays.copyOf(sizes, capacity);
    }
    offsets[count] = offset;
    sizes[count] = size;
    return count++;
  }

  /** Adds the blob of an ordinal. */
  void add(int ordinal, long offset, long size) {
    int at = add(offset, size);
    if (at >= ordinals.length) {
      ordinals = Arrays.copyOf(ordinals, offsets.length);
    }
    ordinals[at] = ordinal;
  }

  /** Returns the blobs by their ordinals; null if there are fewer than that. */
  @Nullable BlobList byOrdinal() {
    BlobList sorted = new BlobList();
    for (int i = 0; i < count; i++) {
      sorted.add(-1, 0);
    }
    for (int i = 0; i < count; i++) {
      int ordinal = ordinals[i];
      if (ordinal >= count) {
        return null;
      }
      boolean other = sorted.offsets[ordinal] >= 0 && sorted.offsets[ordinal] != offsets[i];
      sorted.offsets[ordinal] = other ? -1 : offsets[i];
      sorted.sizes[ordinal] = sizes[i];
    }
    return sorted;
  }

  private FormatException tooMany(MsgCursor cursor) {
    return cursor
        .error(cursor.position(), ArchiveFormat.BLOBS, Reason.TOO_LARGE)
        .expected("at most " + MOST_BROKEN + " items without offset or size")
        .found("more")
        .build();
  }

  int count() {
    return count;
  }

  StoredBlobs result() {
    long end = ArchiveFormat.HEADER_BYTES;
    for (int i = 0; i < count; i++) {
      if (offsets[i] >= 0 && sizes[i] <= Long.MAX_VALUE - offsets[i]) {
        end = Math.max(end, offsets[i] + sizes[i]);
      }
    }
    return new StoredBlobs(
        count, Arrays.copyOf(offsets, count), Arrays.copyOf(sizes, count), end, null);
  }
}
