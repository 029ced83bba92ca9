package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.StoredBlobs.Blob;

/** The blobs of scheme {@code none}: those of the array below {@code blobs}, or of entries. */
final class BlobList {
  private static final byte[] OFFSET = ArchiveFormat.ascii(ArchiveFormat.OFFSET);
  private static final byte[] SIZE = ArchiveFormat.ascii(ArchiveFormat.SIZE);
  private static final int MOST_BROKEN = 1_000_000;

  private final List<Blob> blobs = new ArrayList<>();
  private final List<Integer> ordinals = new ArrayList<>();
  private int broken;
  private boolean hole;

  /**
   * Reads it; an item that has no offset or size spoils only the entries that use it.
   *
   * @param problems takes the first item that is no map
   */
  static StoredBlobs read(MsgCursor cursor, Consumer<FormatException.Builder> problems)
      throws FormatException {
    BlobList list = new BlobList();
    long items = cursor.arrayHeader(ArchiveFormat.BLOBS);
    if (items > EntryTable.MOST_ROWS) {
      throw list.tooMany(cursor);
    }
    for (long i = 0; i < items; i++) {
      MsgKind kind = cursor.kind("blob");
      if (kind != MsgKind.MAP && !list.hole) {
        list.hole = true;
        problems.accept(
            cursor
                .error(cursor.position(), ArchiveFormat.BLOBS, Reason.BAD_VALUE)
                .expected("a map as item " + i)
                .found(
                    kind.words()
                        + ", which loaders skip, so that ordinals from there on lead to the next blob")
                .advice(RowFault.DAMAGED));
      }
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
    blobs.add(new Blob(offset, size));
    return blobs.size() - 1;
  }

  /** Adds the blob of an ordinal. */
  void add(int ordinal, long offset, long size) {
    ordinals.add(ordinal);
    add(offset, size);
  }

  /** Returns the blobs by their ordinals; null if there are fewer than that. */
  @Nullable BlobList byOrdinal() {
    BlobList sorted = new BlobList();
    sorted.blobs.addAll(Collections.nCopies(blobs.size(), new Blob(-1, 0)));
    for (int i = 0; i < blobs.size(); i++) {
      int ordinal = ordinals.get(i);
      if (ordinal >= blobs.size()) {
        return null;
      }
      Blob old = sorted.blobs.get(ordinal);
      boolean other = old.offset() >= 0 && old.offset() != blobs.get(i).offset();
      sorted.blobs.set(ordinal, other ? new Blob(-1, blobs.get(i).size()) : blobs.get(i));
    }
    return sorted;
  }

  private FormatException tooMany(MsgCursor cursor) {
    return cursor
        .error(cursor.position(), ArchiveFormat.BLOBS, Reason.TOO_LARGE)
        .mismatch("at most " + MOST_BROKEN + " items without offset or size", "more");
  }

  int count() {
    return blobs.size();
  }

  StoredBlobs result() {
    long end = blobs.stream().mapToLong(Blob::end).max().orElse(0);
    return new StoredBlobs(blobs.size(), blobs, Math.max(ArchiveFormat.HEADER_BYTES, end), null);
  }
}
