package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NumberTable;
import org.kpackworkbench.model.base.bytes.TextIndex;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The rows of a table of contents and their keys, which stay in the file as texts. Filled by {@link
 * EntryReader}, then never changed, and safe for use by many threads.
 */
final class EntryTable {
  /** More rows than any table has; what is above is refused before it is added. */
  static final int MOST_ROWS = 1 << 28;

  private static final List<EntryProblem> PROBLEMS = List.of(EntryProblem.values());

  final TextNumbers targets = new TextNumbers();
  final TextNumbers types = new TextNumbers();
  private final ByteView view;

  /** Start; declared size; key and ordinal; target and length; type and problem. */
  private final NumberTable rows = new NumberTable(5);

  /** Start; length and hash; hash of the name without index, and first row. */
  private final NumberTable keys = new NumberTable(3);

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
      EntryProblem problem) {}

  EntryTable(ByteView view) {
    this.view = view;
    this.index = new TextIndex(new int[0], KeyBytes::hash, this::keyText);
  }

  int count() {
    return rows.count();
  }

  Row row(int row) {
    return new Row(
        rows.high(row, 2),
        rows.high(row, 3),
        rows.high(row, 4),
        rows.low(row, 2),
        rows.get(row, 1),
        rows.get(row, 0),
        rows.low(row, 3),
        PROBLEMS.get(rows.low(row, 4)));
  }

  void add(Row row) {
    int added = rows.add();
    rows.set(added, 0, row.start);
    rows.set(added, 1, row.originalSize);
    rows.set(added, 2, NumberTable.pair(row.key, row.ordinal));
    rows.set(added, 3, NumberTable.pair(row.target, row.length));
    rows.set(added, 4, NumberTable.pair(row.type, row.problem.ordinal()));
  }

  /** Adds a key, for the rows that are added next. */
  int addKey(long start, int length, KeyBytes key) {
    int added = keys.add();
    keys.set(added, 0, start);
    keys.set(added, 1, NumberTable.pair(length, key.hash()));
    keys.set(added, 2, NumberTable.pair(key.nameHash(), rows.count()));
    return added;
  }

  /** Takes the last key back. */
  void dropKey() {
    keys.removeLast();
  }

  /** Notes that something spoils a row; what was found before stays. */
  void spoil(int row, EntryProblem with) {
    EntryProblem problem = row(row).problem.or(with);
    rows.set(row, 4, NumberTable.pair(rows.high(row, 4), problem.ordinal()));
  }

  /** Sets a size that the table does not state. */
  void size(int row, long bytes) {
    rows.set(row, 1, bytes);
  }

  /** All rows were added: finds repeated keys. */
  void finish() throws FormatException {
    int[] hashes = new int[keys.count()];
    Arrays.setAll(hashes, key -> keys.low(key, 1));
    index = new TextIndex(hashes, KeyBytes::hash, this::keyText);
    BitSet repeated = index.repeated();
    for (int row = 0; row < rows.count() && !repeated.isEmpty(); row++) {
      if (repeated.get(rows.high(row, 2))) {
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
    return view.text(keyStart(key), keys.high(key, 1));
  }

  /** Where a key's text lies in the file. */
  ByteRange keyRange(int key) {
    return new ByteRange(keyStart(key), keys.high(key, 1));
  }

  /** Offset in the file of a key's first byte. */
  long keyStart(int key) {
    return keys.get(key, 0);
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
    return keys.count() - repeatedNames().cardinality();
  }

  /** The distinct names of binaries, without index, in the order of the table. */
  List<String> binaries() throws FormatException {
    BitSet repeated = repeatedNames();
    List<String> names = new ArrayList<>();
    for (int key = 0; key < keys.count(); key++) {
      if (!repeated.get(key)) {
        names.add(binary(key));
      }
    }
    return names;
  }

  private BitSet repeatedNames() throws FormatException {
    int[] hashes = new int[keys.count()];
    Arrays.setAll(hashes, key -> keys.high(key, 2));
    return new TextIndex(hashes, KeyBytes::hash, this::binary).repeated();
  }

  private String binary(int key) throws FormatException {
    return BinaryKey.parse(keyText(key)).binary();
  }

  /** The row of a key as written in the table; -1 if there is none. */
  int find(String keyText, int target) throws FormatException {
    int key = findKey(keyText);
    for (int row = key < 0 ? count() : keys.low(key, 2);
        row < count() && rows.high(row, 2) == key;
        row++) {
      if (rows.high(row, 3) == target) {
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
