package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.TextIndex;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The rows of a table of contents and their keys, which stay in the file as texts. Filled by {@link
 * EntryReader}, then never changed, and safe for use by many threads.
 */
final class EntryTable {
  /** More rows than any table has; what is above is refused before it is added. */
  static final int MOST_ROWS = 1 << 28;

  final TextNumbers targets = new TextNumbers();
  final TextNumbers types = new TextNumbers();
  private final ByteView view;
  private final List<Row> rows = new ArrayList<>();
  private final List<Key> keys = new ArrayList<>();
  private final List<GpuTarget> gpuTargets = new ArrayList<>();
  private TextIndex index;

  /**
   * A row. Rows of one key are neighbours.
   *
   * @param key number of its key
   * @param target number of its target's text
   * @param type number of its type's text; -1 if it has none
   * @param ordinal index of the blob; -1 if there is none that can be
   * @param originalSize declared size; -1 if there is none that can be
   * @param start offset in the file of its first byte, the target's
   * @param length its length in the table, in bytes
   */
  record Row(
      int key,
      int target,
      int type,
      int ordinal,
      long originalSize,
      long start,
      int length,
      EntryProblem problem) {
    Row with(long size, EntryProblem later) {
      return new Row(key, target, type, ordinal, size, start, length, problem.or(later));
    }
  }

  /** A binary's key: where its text lies, the hash of its name without index, and its first row. */
  private record Key(long start, int length, int hash, int nameHash, int firstRow) {}

  EntryTable(ByteView view) {
    this.view = view;
    this.index = new TextIndex(new int[0], this::keyText);
  }

  int count() {
    return rows.size();
  }

  Row row(int row) {
    return rows.get(row);
  }

  void add(Row row) {
    rows.add(row);
  }

  /** Adds a key, for the rows that are added next. */
  int addKey(long start, int length, String text) {
    int nameHash = text.substring(0, BinaryKey.nameLength(text)).hashCode();
    keys.add(new Key(start, length, text.hashCode(), nameHash, rows.size()));
    return keys.size() - 1;
  }

  /** Takes the last key back. */
  void dropKey() {
    keys.removeLast();
  }

  /** Notes that something spoils a row; what was found before stays. */
  void spoil(int row, EntryProblem with) {
    rows.set(row, rows.get(row).with(rows.get(row).originalSize, with));
  }

  /** Sets a size that the table does not state. */
  void size(int row, long bytes) {
    rows.set(row, rows.get(row).with(bytes, EntryProblem.NONE));
  }

  /** All rows were added: finds repeated keys. */
  void finish() throws FormatException {
    index = new TextIndex(keys.stream().mapToInt(Key::hash).toArray(), this::keyText);
    BitSet repeated = index.repeated();
    for (int row = 0; row < rows.size() && !repeated.isEmpty(); row++) {
      if (repeated.get(rows.get(row).key)) {
        spoil(row, EntryProblem.DUPLICATE_KEY);
      }
    }
    for (int target = 0; target < targets.count(); target++) {
      gpuTargets.add(GpuTarget.lenient(targets.text(target)));
    }
  }

  /** The number of a key; the first of several; -1 if there is none. */
  int findKey(String key) throws FormatException {
    return index.find(key);
  }

  String keyText(int key) throws FormatException {
    return view.text(keys.get(key).start, keys.get(key).length);
  }

  /** Where a key's text lies in the file. */
  ByteRange keyRange(int key) {
    return new ByteRange(keys.get(key).start, keys.get(key).length);
  }

  /** Offset in the file of a key's first byte. */
  long keyStart(int key) {
    return keys.get(key).start;
  }

  BinaryKey key(Row row) throws FormatException {
    return BinaryKey.parse(keyText(row.key));
  }

  String target(Row row) {
    return targets.text(row.target);
  }

  GpuTarget gpuTarget(int target) {
    return gpuTargets.get(target);
  }

  /** Key and target of a row, for messages. */
  String label(Row row) throws FormatException {
    return keyText(row.key) + " @ " + target(row);
  }

  /** The number of distinct names of binaries, without index. */
  int binaryCount() throws FormatException {
    return keys.size() - repeatedNames().cardinality();
  }

  /** The distinct names of binaries, without index, in the order of the table. */
  List<String> binaries() throws FormatException {
    BitSet repeated = repeatedNames();
    List<String> names = new ArrayList<>();
    for (int key = 0; key < keys.size(); key++) {
      if (!repeated.get(key)) {
        names.add(binary(key));
      }
    }
    return names;
  }

  private BitSet repeatedNames() throws FormatException {
    int[] hashes = keys.stream().mapToInt(Key::nameHash).toArray();
    return new TextIndex(hashes, this::binary).repeated();
  }

  private String binary(int key) throws FormatException {
    return BinaryKey.parse(keyText(key)).binary();
  }

  /** The row of a key as written in the table; -1 if there is none. */
  int find(String keyText, int target) throws FormatException {
    int key = findKey(keyText);
    for (int row = key < 0 ? count() : keys.get(key).firstRow;
        row < count() && rows.get(row).key == key;
        row++) {
      if (rows.get(row).target == target) {
        return row;
      }
    }
    return -1;
  }

  /**
   * Problems of one row that do not spoil the others. The exception with all its words is made on
   * request.
   */
  enum EntryProblem {
    NONE(Reason.BAD_VALUE, "", ""),
    KEY_NOT_TEXT(Reason.BAD_VALUE, "binary key", "text"),
    KEY_MALFORMED(Reason.BAD_VALUE, "binary key", "UTF-8 text"),
    KEY_UNSAFE(Reason.UNSAFE_PATH, "binary key", "a relative path with / between its parts"),
    DUPLICATE_KEY(Reason.DUPLICATE_KEY, "binary key", "each key once"),
    BINARY_NOT_MAP(Reason.BAD_VALUE, "binary", "a map of targets"),
    TARGET_NOT_TEXT(Reason.BAD_VALUE, "target", "text"),
    DUPLICATE_TARGET(Reason.DUPLICATE_KEY, "target", "each target once below a key"),
    ENTRY_NOT_MAP(Reason.BAD_VALUE, "entry", "a map"),
    DUPLICATE_FIELD(Reason.DUPLICATE_KEY, "entry", "each field once"),
    BAD_TYPE(Reason.BAD_VALUE, ArchiveFormat.TYPE, "text such as hsaco"),
    BAD_ORDINAL(Reason.BAD_VALUE, ArchiveFormat.ORDINAL, "a number from 0"),
    BAD_SIZE(Reason.BAD_VALUE, ArchiveFormat.ORIGINAL_SIZE, "a number from 0"),
    BAD_METADATA(Reason.BAD_VALUE, ArchiveFormat.METADATA, "a map");

    final Reason reason;
    final String field;
    final String expected;

    EntryProblem(Reason reason, String field, String expected) {
      this.reason = reason;
      this.field = field;
      this.expected = expected;
    }

    /** The worse of two: what was found first stays. */
    EntryProblem or(EntryProblem later) {
      return this == NONE ? later : this;
    }

    /** The field of the entry's own map that it is about; null if it is about a key. */
    @Nullable String entryField() {
      return switch (this) {
        case BAD_TYPE, BAD_ORDINAL, BAD_SIZE, BAD_METADATA -> field;
        default -> null;
      };
    }
  }
}
