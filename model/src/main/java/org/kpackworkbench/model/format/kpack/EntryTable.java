package org.kpackworkbench.model.format.kpack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The rows of a table of contents, and their keys. Rows of one key are neighbours. Filled by {@link
 * EntryReader}, then never changed, and safe for use by many threads.
 */
final class EntryTable {
  /** More rows than any table has; what is above is refused before it is added. */
  static final int MOST_ROWS = 1 << 28;

  private static final String FIRST = "#0";

  private final ArrayList<Row> rows = new ArrayList<>();
  private final ArrayList<Key> keys = new ArrayList<>();
  private Map<String, Key> firstKeys = new HashMap<>();
  private final Map<String, Target> targets = new LinkedHashMap<>();

  /**
   * A row.
   *
   * @param key number of its key
   * @param type empty if it has none
   * @param ordinal index of the blob; -1 if there is none that can be
   * @param originalSize declared size; -1 if there is none that can be
   * @param start offset in the file of the row's first byte, the target's
   * @param length of the row in the table, in bytes
   */
  record Row(
      int key,
      Target target,
      String type,
      int ordinal,
      long originalSize,
      long start,
      int length,
      EntryProblem problem) {}

  /**
   * A key.
   *
   * @param start offset in the file of its first byte
   * @param number its place among all keys
   * @param firstRow the number of its first row
   */
  record Key(String text, long start, int number, int firstRow) {}

  /** A target as it is written, and what it is. */
  record Target(String text, GpuTarget gpu) {}

  /** The next capacity of arrays that hold {@code count} items and are full. */
  static int grown(int count) {
    return count + Math.max(64, count / 2);
  }

  /** Makes room for keys that are expected, before the first. */
  void expect(int count) {
    rows.ensureCapacity(count);
    keys.ensureCapacity(count);
    firstKeys = HashMap.newHashMap(count);
  }

  int count() {
    return rows.size();
  }

  Row row(int row) {
    return rows.get(row);
  }

  List<Row> rows() {
    return rows;
  }

  Key key(int key) {
    return keys.get(key);
  }

  BinaryKey binaryKey(int row) {
    return BinaryKey.parse(keyText(row));
  }

  String keyText(int row) {
    return keys.get(rows.get(row).key()).text();
  }

  /**
   * Adds a key, of which rows follow.
   *
   * @return whether it is a new one; of equal ones the first is found
   */
  boolean addKey(String text, long start) {
    Key key = new Key(text, start, keys.size(), rows.size());
    keys.add(key);
    return firstKeys.putIfAbsent(text, key) == null;
  }

  void add(Row row) {
    rows.add(row);
  }

  /** Sets a size that the table does not state; without one the row is spoiled. */
  void complete(int row, long sizeBytes) {
    Row read = rows.get(row);
    rows.set(
        row,
        new Row(
            read.key,
            read.target,
            read.type,
            read.ordinal,
            sizeBytes,
            read.start,
            read.length,
            sizeBytes < 0 ? EntryProblem.BAD_SIZE : EntryProblem.NONE));
  }

  /** The number of the last key. */
  int lastKey() {
    return keys.size() - 1;
  }

  Target target(String text) {
    return targets.computeIfAbsent(text, key -> new Target(key, GpuTarget.lenient(key)));
  }

  /** The number of a key; the first of several. */
  OptionalInt keyNumber(String key) {
    Key found = firstKeys.get(key);
    return found == null ? OptionalInt.empty() : OptionalInt.of(found.number());
  }

  /** The first row of a key as written in the table whose target is accepted. */
  OptionalInt find(String key, Predicate<Target> accepted) {
    Key found = firstKeys.get(key);
    if (found != null) {
      for (int row = found.firstRow();
          row < rows.size() && rows.get(row).key() == found.number();
          row++) {
        if (accepted.test(rows.get(row).target())) {
          return OptionalInt.of(row);
        }
      }
    }
    return OptionalInt.empty();
  }

  /** The distinct names of binaries, without index, in the order of the table. */
  List<String> binaries() {
    Set<String> names = new LinkedHashSet<>();
    keys.forEach(key -> names.add(name(key.text())));
    return List.copyOf(names);
  }

  private static String name(String key) {
    return key.substring(0, BinaryKey.nameLength(key));
  }

  /** How many names there are in {@link #binaries}: most have one key, that of index 0. */
  int binaryCount() {
    int first = 0;
    Set<String> others = new HashSet<>();
    for (String key : firstKeys.keySet()) {
      if (key.endsWith(FIRST)) {
        first++;
      } else if (!firstKeys.containsKey(name(key) + FIRST)) {
        others.add(name(key));
      }
    }
    return first + others.size();
  }

  /**
   * What can be wrong with one row without spoiling the others. A row keeps only this code; the
   * exception with all its words is made on request.
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

    private final Reason reason;
    private final String field;
    private final String expected;

    EntryProblem(Reason reason, String field, String expected) {
      this.reason = reason;
      this.field = field;
      this.expected = expected;
    }

    /** The worse of two: what was found first stays. */
    EntryProblem or(EntryProblem later) {
      return this == NONE ? later : this;
    }

    Reason reason() {
      return reason;
    }

    String field() {
      return field;
    }

    String expected() {
      return expected;
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
