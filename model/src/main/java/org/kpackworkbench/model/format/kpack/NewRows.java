package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** So many rows of a key are read one after the other; further ones are found by a set. */
  private static final int MOST_IN_TURN = 64;

  private static final int BLOCKS_AT_HAND = 16;

  private final DistinctTexts keys = new DistinctTexts();
  private final Texts targets = new Texts();
  private final Texts types = new Texts();
  private final Blocks blocks = new Blocks();
  private final Set<Long> further = new HashSet<>();
  private int[] firstOfKey = new int[64];
  private int[] lastOfKey = new int[64];
  private int[] rowsOfKey = new int[64];
  private int count;
  private int[] keyOf = new int[64];
  private int[] nextOfKey = new int[64];
  private int[] targetOf = new int[64];
  private int[] typeOf = new int[64];
  private long[] placeOf = new long[64];
  private NewBlob[] blobOf = new NewBlob[64];

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
    return count;
  }

  /** Number of keys that they have. */
  int keys() {
    return keys.count();
  }

  /** Whether a key has a target already. */
  boolean has(String key, String target) {
    int number = keys.find(key);
    int wanted = targets.find(target);
    if (number < 0 || wanted < 0) {
      return false;
    }
    int row = firstOfKey[number];
    for (int i = 0; i < MOST_IN_TURN && row >= 0; i++, row = nextOfKey[row]) {
      if (targetOf[row] == wanted) {
        return true;
      }
    }
    return row >= 0 && further.contains(pair(number, wanted));
  }

  private static long pair(int key, int target) {
    return (long) key << Integer.SIZE | target;
  }

  /** Adds a row; its key has not got its target yet. */
  void add(NewEntry entry, NewBlob blob) {
    if (count == keyOf.length) {
      grow();
    }
    int before = keys.count();
    int key = keys.number(entry.key().text());
    int row = count++;
    if (key == before) {
      if (key == firstOfKey.length) {
        firstOfKey = Arrays.copyOf(firstOfKey, EntryTable.grown(key));
        lastOfKey = Arrays.copyOf(lastOfKey, firstOfKey.length);
        rowsOfKey = Arrays.copyOf(rowsOfKey, firstOfKey.length);
      }
      firstOfKey[key] = row;
      rowsOfKey[key] = 0;
    } else {
      nextOfKey[lastOfKey[key]] = row;
    }
    lastOfKey[key] = row;
    keyOf[row] = key;
    nextOfKey[row] = -1;
    targetOf[row] = targets.number(entry.target());
    typeOf[row] = types.number(entry.type());
    blobOf[row] = blob;
    placeOf[row] = blocks.add(entry);
    if (++rowsOfKey[key] > MOST_IN_TURN) {
      further.add(pair(key, targetOf[row]));
    }
  }

  private void grow() {
    int capacity = EntryTable.grown(count);
    keyOf = Arrays.copyOf(keyOf, capacity);
    nextOfKey = Arrays.copyOf(nextOfKey, capacity);
    targetOf = Arrays.copyOf(targetOf, capacity);
    typeOf = Arrays.copyOf(typeOf, capacity);
    placeOf = Arrays.copyOf(placeOf, capacity);
    blobOf = Arrays.copyOf(blobOf, capacity);
  }

  /** The rows whose blobs were handed over before one, in the order in which they came. */
  NewRows before(int blob) throws IOException {
    NewRows rows = new NewRows();
    for (int row = 0; row < count; row++) {
      if (blobOf[row].number() < blob) {
        rows.add(entry(row), blobOf[row]);
      }
    }
    return rows;
  }

  /** Goes through all rows; those of one key follow one another, in the order of the keys. */
  void visit(RowVisitor visitor) throws IOException {
    for (int key = 0; key < keys.count(); key++) {
      int first = firstOfKey[key];
      visitor.key(entry(first).key().text(), rowsOfKey[key]);
      for (int row = first; row >= 0; row = nextOfKey[row]) {
        visitor.row(new NewRow(entry(row), blobOf[row]));
      }
    }
  }

  private NewEntry entry(int row) throws IOException {
    return blocks.entry(placeOf[row], targets.text(targetOf[row]), types.text(typeOf[row]));
  }

  private static final class Texts {
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<String> texts = new ArrayList<>();

    int find(String text) {
      return numbers.getOrDefault(text, -1);
    }

    int number(String text) {
      Integer known = numbers.putIfAbsent(text, texts.size());
      if (known != null) {
        return known;
      }
      texts.add(text);
      return texts.size() - 1;
    }

    String text(int number) {
      return texts.get(number);
    }
  }

  private static final class Blocks {
    private final List<byte[]> packed = new ArrayList<>();
    private int[] sizes = new int[16];
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
      int block = packed.size();
      if (block == sizes.length) {
        sizes = Arrays.copyOf(sizes, EntryTable.grown(block));
      }
      sizes[block] = open.position();
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
        known = ByteBuffer.wrap(unpacked(packed.get(block), sizes[block]));
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
