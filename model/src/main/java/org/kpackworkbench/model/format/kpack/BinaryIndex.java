package org.kpackworkbench.model.format.kpack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/**
 * The keys of a table of contents that say where each binary's rows are in its {@code toc}, which
 * stays as loaders read it. They come before it: who wants one binary decodes its part alone.
 *
 * <p>Tools that do not know them may keep them and write other rows. So a check says how many bytes
 * they are of, and the checksum of these; where it does not fit, all of the table is read.
 */
final class BinaryIndex {
  /** The keys, in the order in which they are written. */
  static final List<String> KEYS = List.of(ArchiveFormat.BINARY_CHECK, ArchiveFormat.BINARY_INDEX);

  private static final byte UINT64 = (byte) 0xcf;

  private BinaryIndex() {}

  /**
   * A binary's rows.
   *
   * @param rows from the first of its keys to the end of the last one's rows; keys of other
   *     binaries may be between
   * @param end offset behind {@code toc}
   */
  record Part(ByteRange rows, long end) {}

  /** The places of all binaries while a table is written. */
  static final class Writer {
    private final Map<String, long[]> places = new LinkedHashMap<>();
    private long checkAt;
    private long indexAt;
    private String last = "";

    /** Takes the keys of all rows. */
    Writer(NewRows rows) throws IOException {
      rows.visit(
          new NewRows.RowVisitor() {
            @Override
            public void key(String key, int count) {
              places.put(BinaryKey.parse(key).binary(), new long[2]);
            }

            @Override
            public void row(NewRows.NewRow row) {}
          });
    }

    /** Returns room for the value of one of the keys, which comes at an offset of the file. */
    byte[] room(String key, long at) throws IOException {
      boolean check = key.equals(ArchiveFormat.BINARY_CHECK);
      checkAt = check ? at : checkAt;
      indexAt = check ? indexAt : at;
      return check ? check(0, 0) : index();
    }

    /** Takes the offset of a key. */
    void key(String key, long at) {
      end(at);
      last = BinaryKey.parse(key).binary();
      long[] place = places.getOrDefault(last, new long[2]);
      place[0] = place[0] == 0 ? at : place[0];
    }

    /** Takes the offset behind the last key's rows. */
    void end(long at) {
      places.getOrDefault(last, new long[2])[1] = at;
    }

    /** Fills in the values, once the rows up to an offset are written. */
    void fill(ArchiveOutput out, long end) throws IOException {
      out.patch(indexAt, ByteBuffer.wrap(index()));
      out.patch(
          checkAt, ByteBuffer.wrap(check(end - indexAt, checksum(out.written(indexAt, end)))));
    }

    private byte[] index() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (MessagePacker packer = MessagePack.newDefaultPacker(bytes)) {
        packer.packMapHeader(places.size());
        for (Map.Entry<String, long[]> place : places.entrySet()) {
          long[] range = place.getValue();
          packer.packString(place.getKey());
          pair(packer, ArchiveFormat.OFFSET, range[0], ArchiveFormat.SIZE, range[1] - range[0]);
        }
      }
      return bytes.toByteArray();
    }

    private static byte[] check(long size, long checksum) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (MessagePacker packer = MessagePack.newDefaultPacker(bytes)) {
        pair(packer, ArchiveFormat.SIZE, size, ArchiveFormat.CHECKSUM, checksum);
      }
      return bytes.toByteArray();
    }

    /** Numbers take as many bytes now as when they are known. */
    private static void pair(
        MessagePacker packer, String one, long first, String other, long second)
        throws IOException {
      packer.packMapHeader(2);
      packer.packString(one).addPayload(number(first));
      packer.packString(other).addPayload(number(second));
    }

    private static byte[] number(long value) {
      return ByteBuffer.allocate(1 + Long.BYTES).put(UINT64).putLong(value).array();
    }
  }

  /**
   * Finds the rows of a binary.
   *
   * @param check the value of the one key; null if there is none
   * @param start where the value of the other one starts
   * @param binary null for none
   * @return null if the index does not fit the table; no rows for a binary that it does not name
   */
  static @Nullable Part find(
      ByteView view, @Nullable ByteRange check, long start, @Nullable String binary)
      throws FormatException {
    long[] stated =
        check == null
            ? new long[] {-1, -1}
            : pair(cursor(view, check), ArchiveFormat.SIZE, ArchiveFormat.CHECKSUM);
    if (stated[0] < 0 || stated[0] > view.size() - start) {
      return null;
    }
    ByteRange checked = new ByteRange(start, stated[0]);
    try (InputStream bytes = view.slice(start, stated[0]).stream()) {
      if (checksum(bytes) != stated[1]) {
        return null;
      }
    } catch (FormatException changed) {
      throw changed;
    } catch (IOException unreadable) {
      return null;
    }
    MsgCursor cursor = cursor(view, checked);
    for (long left = cursor.mapHeader(ArchiveFormat.BINARY_INDEX); left > 0; left--) {
      boolean named =
          cursor.textSpan(ArchiveFormat.BINARY_INDEX) && cursor.spanText().equals(binary);
      long[] place = pair(cursor, ArchiveFormat.OFFSET, ArchiveFormat.SIZE);
      if (named && place[0] >= start && place[1] >= 0 && place[1] <= checked.end() - place[0]) {
        return new Part(new ByteRange(place[0], place[1]), checked.end());
      }
    }
    return new Part(new ByteRange(start, 0), checked.end());
  }

  private static MsgCursor cursor(ByteView view, ByteRange range) throws FormatException {
    return new MsgCursor(view, range.start(), range.end(), ArchiveFormat.TABLE);
  }

  /** The numbers of two keys of a map; -1 for one that it does not have. */
  private static long[] pair(MsgCursor cursor, String one, String other) throws FormatException {
    long[] numbers = {-1, -1};
    cursor.expect(MsgKind.MAP, ArchiveFormat.BINARY_INDEX);
    for (long left = cursor.mapHeader(ArchiveFormat.BINARY_INDEX); left > 0; left--) {
      String key = cursor.textSpan(ArchiveFormat.BINARY_INDEX) ? cursor.spanText() : "";
      if (key.equals(one) || key.equals(other)) {
        numbers[key.equals(one) ? 0 : 1] = cursor.size(key);
      } else {
        cursor.skip(ArchiveFormat.BINARY_INDEX);
      }
    }
    return numbers;
  }

  private static long checksum(InputStream bytes) throws IOException {
    CRC32C checksum = new CRC32C();
    byte[] window = new byte[64 << 10];
    for (int count = bytes.read(window); count >= 0; count = bytes.read(window)) {
      checksum.update(window, 0, count);
    }
    return checksum.getValue();
  }
}
