package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.DistinctTexts;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;

/**
 * The rows that an archive is to have, in little memory: keys and fields lie compressed in blocks,
 * beside them are columns of numbers. Used by one thread.
 */
final class NewRows {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int LEVEL = 1;

  private static final int BLOCKS_AT_HAND = 16;

  private final DistinctTexts keys = new DistinctTexts();
  private final TextNumbers targets = new TextNumbers();
  private final TextNumbers types = new TextNumbers();
  private final Blocks blocks = new Blocks();
  private final Set<Long> pairs = new HashSet<>();
  private final List<Row> rows = new ArrayList<>();

  private record Row(int key, int target, int type, long place, NewBlob blob) {}

  /** A row and its blob. */
  record NewRow(NewEntry entry, NewBlob blob) {}

  /** Takes the rows of a key. */
  interface RowVisitor {
    /** A key, before its rows. */
    default void key(String key, int rows) throws IOException {}

    /** A row of the last key. */
    void row(NewRow row) throws IOException;
  }

  /** Number of rows. */
  int count() {
    return rows.size();
  }

  /** Number of keys that they have. */
  int keys() {
    return keys.count();
  }

  /** Whether a key has a target already. */
  boolean has(String key, String target) {
    return pairs.contains(pair(keys.find(key), targets.find(target)));
  }

  private static long pair(int key, int target) {
    return (long) key << Integer.SIZE | target;
  }

  /** Adds a row; its key has not got its target yet. */
  void add(NewEntry entry, NewBlob blob) {
    int key = keys.number(entry.key().text());
    int target = targets.number(entry.target());
    pairs.add(pair(key, target));
    rows.add(new Row(key, target, types.number(entry.type()), blocks.add(entry), blob));
  }

  /** The rows whose blobs were handed over before one, in the order in which they came. */
  NewRows before(int blob) throws IOException {
    NewRows before = new NewRows();
    for (Row row : rows) {
      if (row.blob.number() < blob) {
        before.add(entry(row), row.blob);
      }
    }
    return before;
  }

  /** Goes through all rows; those of one key follow one another, in the order of the keys. */
  void visit(RowVisitor visitor) throws IOException {
    int[] counts = new int[keys.count()];
    rows.forEach(row -> counts[row.key]++);
    int key = -1;
    for (Row row : rows.stream().sorted(Comparator.comparingInt(Row::key)).toList()) {
      NewEntry entry = entry(row);
      if (row.key != key) {
        key = row.key;
        visitor.key(entry.key().text(), counts[key]);
      }
      visitor.row(new NewRow(entry, row.blob));
    }
  }

  private NewEntry entry(Row row) throws IOException {
    return blocks.entry(row.place, targets.text(row.target), types.text(row.type));
  }

  private static final class Blocks {
    private final List<byte[]> packed = new ArrayList<>();
    private final List<Integer> sizes = new ArrayList<>();
    private ByteBuffer open = ByteBuffer.allocate(BLOCK_BYTES);
    private final Map<Integer, ByteBuffer> atHand =
        new LinkedHashMap<>(2 * BLOCKS_AT_HAND, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<Integer, ByteBuffer> eldest) {
            return size() > BLOCKS_AT_HAND;
          }
        };

    /** Keeps what an entry has of its own; returns its place. */
    long add(NewEntry entry) {
      byte[] key = entry.key().text().getBytes(StandardCharsets.UTF_8);
      List<byte[]> names = new ArrayList<>();
      int size = Integer.BYTES + key.length + Integer.BYTES;
      for (RawPair field : entry.fields()) {
        byte[] name = field.name().getBytes(StandardCharsets.UTF_8);
        names.add(name);
        size =
            Math.addExact(
                size, 3 * Integer.BYTES + name.length + field.key().length + field.value().length);
      }
      if (open.remaining() < size) {
        close();
        open = size > open.capacity() ? ByteBuffer.allocate(size) : open.clear();
      }
      long place = (long) packed.size() << Integer.SIZE | open.position();
      put(key);
      open.putInt(names.size());
      for (int i = 0; i < names.size(); i++) {
        put(names.get(i));
        put(entry.fields().get(i).key());
        put(entry.fields().get(i).value());
      }
      return place;
    }

    private void put(byte[] bytes) {
      open.putInt(bytes.length).put(bytes);
    }

    private void close() {
      sizes.add(open.position());
      packed.add(Zstd.compress(Arrays.copyOf(open.array(), open.position()), LEVEL));
    }

    NewEntry entry(long place, String target, String type) throws IOException {
      ByteBuffer from = block((int) (place >>> Integer.SIZE)).position((int) place);
      String key = text(from);
      int count = from.getInt();
      List<RawPair> fields = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        String name = text(from);
        byte[] fieldKey = bytes(from);
        fields.add(new RawPair(name, fieldKey, bytes(from)));
      }
      return new NewEntry(BinaryKey.parse(key), target, type, fields);
    }

    private ByteBuffer block(int block) throws IOException {
      if (block == packed.size()) {
        return open.duplicate();
      }
      ByteBuffer known = atHand.get(block);
      if (known == null) {
        known = ByteBuffer.wrap(unpacked(packed.get(block), sizes.get(block)));
        atHand.put(block, known);
      }
      return known.duplicate();
    }

    private static byte[] unpacked(byte[] packed, int size) throws IOException {
      ByteView bytes = ByteView.of("rows of the new archive", packed);
      UnpackMeter meter = UnpackBudget.everything().meter(bytes, "block");
      try (InputStream in = UnpackedStream.zstd(bytes.stream(), meter)) {
        return in.readNBytes(size);
      }
    }

    private static String text(ByteBuffer from) {
      return new String(bytes(from), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer from) {
      byte[] bytes = new byte[from.getInt()];
      from.get(bytes);
      return bytes;
    }
  }
}
