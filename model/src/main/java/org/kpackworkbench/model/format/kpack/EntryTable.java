package org.kpackworkbench.model.format.kpack;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.kpack.EntryReader.EntryFields;

/**
 * The rows of a table of contents as columns of numbers, some forty bytes a row.
 *
 * <p>Rows of one binary key are neighbours. Filled by {@link EntryReader}, then never changed, and
 * safe for use by many threads.
 */
final class EntryTable {
  /** More rows than any table has; what is above is refused before it is added. */
  static final int MOST_ROWS = 1 << 28;

  private int count;
  private int[] keys = new int[0];
  private int[] targets = new int[0];
  private byte[] types = new byte[0];
  private int[] ordinals = new int[0];
  private long[] originalSizes = new long[0];
  private long[] starts = new long[0];
  private int[] lengths = new int[0];
  private byte[] problems = new byte[0];

  /** The next capacity of arrays that hold {@code count} items and are full. */
  static int grown(int count) {
    return count + Math.max(64, count / 2);
  }

  int count() {
    return count;
  }

  /** Number of the binary key. */
  int key(int row) {
    return keys[row];
  }

  /** Number of the target's text. */
  int target(int row) {
    return targets[row];
  }

  /** Number of the type's text; -1 if it has none. */
  int type(int row) {
    return types[row];
  }

  /** Index of the blob; -1 if there is none that can be. */
  int ordinal(int row) {
    return ordinals[row];
  }

  /** Declared size; -1 if there is none that can be. */
  long originalSize(int row) {
    return originalSizes[row];
  }

  /** Offset in the file of the row's first byte, the target's. */
  long start(int row) {
    return starts[row];
  }

  /** Length of the row in the table, in bytes. */
  int length(int row) {
    return lengths[row];
  }

  EntryProblem problem(int row) {
    return EntryProblem.of(problems[row]);
  }

  void add(int key, int target, long start, EntryFields fields, long end, EntryProblem problem) {
    if (count == keys.length) {
      resize(grown(count));
    }
    keys[count] = key;
    targets[count] = target;
    types[count] = (byte) fields.type;
    ordinals[count] = fields.ordinal;
    originalSizes[count] = fields.originalSize;
    starts[count] = start;
    lengths[count] = (int) Math.min(Integer.MAX_VALUE, end - start);
    problems[count] = problem.code();
    count++;
  }

  /** Notes that something spoils a row; what was found before stays. */
  void spoil(int row, EntryProblem with) {
    problems[row] = problem(row).or(with).code();
  }

  /** Makes room for rows that are expected. */
  void expect(int rows) {
    resize(Math.max(rows, count));
  }

  /** Sets a size that the table does not state. */
  void size(int row, long bytes) {
    originalSizes[row] = bytes;
  }

  void trim() {
    if (count < keys.length) {
      resize(count);
    }
  }

  private void resize(int capacity) {
    keys = Arrays.copyOf(keys, capacity);
    targets = Arrays.copyOf(targets, capacity);
    types = Arrays.copyOf(types, capacity);
    ordinals = Arrays.copyOf(ordinals, capacity);
    originalSizes = Arrays.copyOf(originalSizes, capacity);
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    problems = Arrays.copyOf(problems, capacity);
  }

  /**
   * Problems of one row that do not spoil the others. A row keeps only this code; the exception
   * with all its words is made on request.
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

    private static final EntryProblem[] ALL = values();

    private final Reason reason;
    private final String field;
    private final String expected;

    EntryProblem(Reason reason, String field, String expected) {
      this.reason = reason;
      this.field = field;
      this.expected = expected;
    }

    static EntryProblem of(byte code) {
      return ALL[code];
    }

    byte code() {
      return (byte) ordinal();
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
