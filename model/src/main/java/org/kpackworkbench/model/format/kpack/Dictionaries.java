package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.unpack.ZstdFrames;

/**
 * The dictionaries of scheme {@code zstd-dictionary}, which frames name by their IDs. Each is read
 * when the first frame needs it. Safe for use by many threads.
 */
final class Dictionaries implements AutoCloseable {
  /** The largest dictionary that is read into memory. */
  private static final int MOST_BYTES = 64 << 20;

  private static final int MOST = 10_000;
  private static final int MOST_FRAME_HEADER_BYTES = 18;

  private final ByteView view;
  private final Map<Long, ByteRange> ranges = new LinkedHashMap<>();
  private final Map<Long, Dictionary> read = new LinkedHashMap<>();

  /** A dictionary, and what unpacks with it. */
  record Dictionary(byte[] bytes, ZstdFrames frames) {}

  Dictionaries(ByteView view) {
    this.view = view;
  }

  /**
   * Reads the list of them.
   *
   * @throws FormatException if the table has no list, or one of something outside the file
   */
  static Dictionaries read(ByteView view, TableReader table) throws FormatException {
    Dictionaries listed = new Dictionaries(view);
    ByteRange value = table.valueOf(ArchiveFormat.DICTIONARIES);
    if (value == null) {
      throw error(view, table.tableOffset, Reason.NOT_FOUND)
          .mismatch("an array of dictionaries", "a table without it");
    }
    MsgCursor cursor = new MsgCursor(view, value.start(), value.end(), ArchiveFormat.TABLE);
    cursor.expect(MsgKind.ARRAY, ArchiveFormat.DICTIONARIES);
    long count = cursor.arrayHeader(ArchiveFormat.DICTIONARIES);
    if (count > MOST) {
      throw error(view, value.start(), Reason.TOO_LARGE)
          .mismatch("at most %d dictionaries".formatted(MOST), count);
    }
    for (long i = 0; i < count; i++) {
      listed.entry(cursor);
    }
    return listed;
  }

  private void entry(MsgCursor cursor) throws FormatException {
    long start = cursor.position();
    long offset = -1;
    long size = -1;
    long id = -1;
    cursor.expect(MsgKind.MAP, ArchiveFormat.DICTIONARIES);
    long pairs = cursor.mapHeader(ArchiveFormat.DICTIONARIES);
    for (long i = 0; i < pairs; i++) {
      String key = cursor.textSpan(ArchiveFormat.DICTIONARIES) ? cursor.spanText() : "";
      switch (key) {
        case ArchiveFormat.OFFSET -> offset = cursor.size(key);
        case ArchiveFormat.SIZE -> size = cursor.size(key);
        case ArchiveFormat.ID -> id = cursor.size(key);
        default -> cursor.skip(ArchiveFormat.DICTIONARIES);
      }
    }
    if (offset < 0 || size < 0 || size > MOST_BYTES || offset > view.size() - size || id < 0) {
      throw error(view, start, Reason.OUT_OF_BOUNDS)
          .mismatch(
              "a dictionary of at most %d bytes inside the file's %d, with an ID"
                  .formatted(MOST_BYTES, view.size()),
              "%d bytes from %d, ID %d".formatted(size, offset, id));
    }
    ranges.putIfAbsent(id, new ByteRange(offset, size));
  }

  /** Where they lie, by ID. */
  Map<Long, ByteRange> ranges() {
    return ranges;
  }

  /** The dictionary that a frame names; null if it names none. */
  synchronized @Nullable Dictionary of(ByteRange frame) throws FormatException {
    int head = (int) Math.min(frame.length(), MOST_FRAME_HEADER_BYTES);
    long id = Zstd.getDictIdFromFrame(view.bytes(frame.start(), head));
    if (id == 0) {
      return null;
    }
    Dictionary known = read.get(id);
    if (known == null) {
      ByteRange range = ranges.get(id);
      if (range == null) {
        throw FormatException.at(
                view, frame.start(), ArchiveFormat.BLOB_AREA, "dictionary", Reason.BAD_COMPRESSION)
            .mismatch("one of the archive's %d dictionaries".formatted(ranges.size()), "ID " + id);
      }
      byte[] bytes = view.bytes(range.start(), (int) range.length());
      if (Zstd.getDictIdFromDict(bytes) != id || !ZstdFrames.isDictionary(bytes)) {
        throw FormatException.at(
                view, range.start(), ArchiveFormat.BLOB_AREA, "dictionary", Reason.BAD_COMPRESSION)
            .mismatch("a dictionary with ID " + id + ", as the table says", "other bytes");
      }
      known = new Dictionary(bytes, new ZstdFrames(bytes));
      read.put(id, known);
    }
    return known;
  }

  private static FormatException.Builder error(ByteView view, long offset, Reason reason) {
    return FormatException.at(
        view, offset, ArchiveFormat.TABLE, ArchiveFormat.DICTIONARIES, reason);
  }

  @Override
  public synchronized void close() {
    read.values().forEach(dictionary -> dictionary.frames.close());
  }
}
