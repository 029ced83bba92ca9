package org.kpackworkbench.model.format.kpack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.EntryTable.EntryProblem;
import org.kpackworkbench.model.format.kpack.EntryTable.Row;

/** Reads the map below {@code toc} into a table. What it has read stays when it is stopped. */
final class EntryReader {
  /**
   * A table with more spoiled rows than this is noise, and rows cost more memory than noise does.
   */
  private static final int MOST_SPOILED_ROWS = 1_000_000;

  private static final int MOST_TYPES = 127;
  private static final byte[] NOTHING = {};

  /** How many bytes of a text tell it from others that come as often. */
  private static final int MOST_MIXED = 4;

  private static final Pattern FLAT_TARGET = Pattern.compile("gfx[0-9][0-9a-z-]*(?:[:@].*)?");
  private static final Set<String> FIRST_FIELDS =
      Set.of(
          ArchiveFormat.TYPE,
          ArchiveFormat.ORDINAL,
          ArchiveFormat.ORIGINAL_SIZE,
          ArchiveFormat.OFFSET,
          ArchiveFormat.SIZE);
  private final MsgCursor cursor;
  private final List<String> architectures;
  private final EntryTable table;

  /** The blobs whose places entries state themselves; empty where they name ordinals. */
  final BlobList inline = new BlobList();

  /** The blobs of entries with an ordinal that state a place, too. */
  final BlobList placed = new BlobList();

  private final KeyBytes bytes = new KeyBytes();
  private final @Nullable Recent[] recent = new Recent[256];
  private int spoiledRows;

  /** Whether a key leads to an entry at once, as in the seeds' archives of kernel databases. */
  private boolean flat;

  /** A text that was decoded, and its numbers once it had them. */
  private static final class Recent {
    private final byte[] bytes;
    private final String text;
    private int target = -1;
    private int type = -1;

    Recent(byte[] bytes, String text) {
      this.bytes = bytes;
      this.text = text;
    }
  }

  /**
   * @param architectures those of the table, as far as they are read before its rows
   */
  EntryReader(ByteView view, MsgCursor cursor, List<String> architectures) {
    this.cursor = cursor;
    this.architectures = architectures;
    this.table = new EntryTable(view);
  }

  EntryTable table() {
    return table;
  }

  boolean flat() {
    return flat;
  }

  /** Reads {@code count} binaries. */
  void binaries(long count) throws FormatException {
    for (long i = 0; i < count; i++) {
      binary();
    }
  }

  private void binary() throws FormatException {
    long keyStart = cursor.position();
    if (!cursor.textSpan("binary key")) {
      bytes.read(NOTHING, 0, 0);
      rows(table.addKey(keyStart, 0, bytes), keyStart, EntryProblem.KEY_NOT_TEXT);
      return;
    }
    int length = cursor.spanLength();
    bytes.read(cursor.spanArray(), cursor.spanStart(), length);
    EntryProblem problem = bytes.isPlain() ? EntryProblem.NONE : inspect(cursor.spanText());
    rows(table.addKey(cursor.position() - length, length, bytes), keyStart, problem);
  }

  /** Reads the rows of a key whose text lies right before them. */
  void rowsOf(String key, long keyStart) throws FormatException {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    bytes.read(text, 0, text.length);
    rows(table.addKey(keyStart, text.length, bytes), keyStart, EntryProblem.NONE);
  }

  private void rows(int key, long keyStart, EntryProblem problem) throws FormatException {
    if (cursor.kind("binary") != MsgKind.MAP) {
      long start = cursor.position();
      cursor.skip("binary");
      add(new Entry(), key, table.targets.number(""), start, EntryProblem.BINARY_NOT_MAP);
      return;
    }
    long targets = cursor.mapHeader("binary");
    if (targets == 0) {
      table.dropKey();
    }
    Set<Integer> seen = targets > 1 ? new HashSet<>() : Set.of();
    for (long i = 0; i < targets; i++) {
      long start = cursor.position();
      Recent target = cursor.textSpan("target") ? text() : null;
      if (i == 0
          && target != null
          && cursor.kind("entry") != MsgKind.MAP
          && FIRST_FIELDS.contains(target.text)) {
        flat = true;
        Entry entry = new Entry();
        entry.field(target.text);
        entry.fields(targets - 1, true);
        add(entry, key, table.targets.number(flatTarget(table.keyText(key))), keyStart, problem);
        return;
      }
      int number = target == null ? table.targets.number("") : target(target);
      EntryProblem found = problem;
      if (target == null) {
        found = found.or(EntryProblem.TARGET_NOT_TEXT);
      } else if (targets > 1 && !seen.add(number)) {
        found = found.or(EntryProblem.DUPLICATE_TARGET);
      }
      Entry entry = new Entry();
      if (cursor.kind("entry") == MsgKind.MAP) {
        entry.fields(cursor.mapHeader("entry"), false);
      } else {
        cursor.skip("entry");
        entry.problem = EntryProblem.ENTRY_NOT_MAP;
      }
      add(entry, key, number, start, found);
    }
  }

  /** The last text that was read; those that come in each row are decoded once. */
  private Recent text() {
    int length = cursor.spanLength();
    byte[] bytes = cursor.spanArray();
    int start = cursor.spanStart();
    int mixed = length;
    for (int i = Math.max(0, length - MOST_MIXED); i < length; i++) {
      mixed = 31 * mixed + bytes[start + i];
    }
    int slot = mixed & (recent.length - 1);
    Recent known = recent[slot];
    if (known == null || !cursor.spanEquals(known.bytes)) {
      known = new Recent(Arrays.copyOfRange(bytes, start, start + length), cursor.spanText());
      recent[slot] = known;
    }
    return known;
  }

  private int target(Recent text) {
    text.target = text.target < 0 ? table.targets.number(text.text) : text.target;
    return text.target;
  }

  private int type(Recent text) {
    text.type = text.type < 0 ? table.types.number(text.text) : text.type;
    return text.type;
  }

  private EntryProblem inspect(String key) {
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    // Malformed bytes became U+FFFD, which is encoded in another way.
    if (!cursor.spanEquals(text)) {
      // It is found as it is shown.
      bytes.read(text, 0, text.length);
      return EntryProblem.KEY_MALFORMED;
    }
    return BinaryKey.unsafe(key).isEmpty() ? EntryProblem.NONE : EntryProblem.KEY_UNSAFE;
  }

  /** The target of an entry without one: a part of its key, or the only one of the table. */
  private String flatTarget(String key) {
    return Arrays.stream(key.split("/", -1))
        .filter(part -> FLAT_TARGET.matcher(part).matches())
        .findFirst()
        .orElse(architectures.size() == 1 ? architectures.getFirst() : "");
  }

  private void add(Entry entry, int key, int target, long start, EntryProblem found)
      throws FormatException {
    EntryProblem problem = found.or(entry.problem);
    if (problem != EntryProblem.NONE && ++spoiledRows > MOST_SPOILED_ROWS) {
      throw tooLarge(start, MOST_SPOILED_ROWS + " spoiled rows");
    }
    if (table.count() == EntryTable.MOST_ROWS) {
      throw tooLarge(start, EntryTable.MOST_ROWS + " rows");
    }
    int length = (int) Math.min(Integer.MAX_VALUE, cursor.position() - start);
    table.add(
        new Row(
            key, target, entry.type, entry.ordinal, entry.originalSize, start, length, problem));
  }

  private FormatException tooLarge(long start, String most) {
    return cursor
        .error(start, ArchiveFormat.TOC, Reason.TOO_LARGE)
        .mismatch("at most " + most, "more");
  }

  /** Reads one entry's map; what is wrong with it, if anything, spoils only its row. */
  private final class Entry {
    private int type = -1;
    private int ordinal = -1;
    private long originalSize = -1;
    private long offset = -1;
    private long storedSize = -1;
    private EntryProblem problem = EntryProblem.NONE;
    private boolean hasType;
    private boolean hasOrdinal;
    private boolean hasSize;
    private boolean hasMetadata;

    /**
     * @param sizeless whether no size need be stated here
     */
    void fields(long pairs, boolean sizeless) throws FormatException {
      for (long i = 0; i < pairs; i++) {
        field(cursor.textSpan("field name") ? text().text : "");
      }
      if (offset >= 0 && storedSize >= 0) {
        if (!hasOrdinal) {
          ordinal = inline.add(offset, storedSize);
          hasOrdinal = true;
        } else if (ordinal >= 0) {
          placed.add(ordinal, offset, storedSize);
        }
        originalSize = hasSize ? originalSize : storedSize;
        hasSize = true;
      }
      spoilIf(!hasType, EntryProblem.BAD_TYPE);
      spoilIf(!hasOrdinal, EntryProblem.BAD_ORDINAL);
      spoilIf(!hasSize && !sizeless, EntryProblem.BAD_SIZE);
    }

    /** Reads the value of a field. */
    private void field(String name) throws FormatException {
      switch (name) {
        case ArchiveFormat.TYPE -> {
          spoilIf(hasType, EntryProblem.DUPLICATE_FIELD);
          hasType = true;
          type();
        }
        case ArchiveFormat.ORDINAL -> {
          spoilIf(hasOrdinal, EntryProblem.DUPLICATE_FIELD);
          hasOrdinal = true;
          ordinal = (int) Math.min(Integer.MAX_VALUE, cursor.size(name));
          spoilIf(ordinal < 0, EntryProblem.BAD_ORDINAL);
        }
        case ArchiveFormat.ORIGINAL_SIZE -> {
          spoilIf(hasSize, EntryProblem.DUPLICATE_FIELD);
          hasSize = true;
          originalSize = cursor.size(name);
          spoilIf(originalSize < 0, EntryProblem.BAD_SIZE);
        }
        case ArchiveFormat.METADATA -> {
          spoilIf(hasMetadata, EntryProblem.DUPLICATE_FIELD);
          hasMetadata = true;
          spoilIf(cursor.kind(name) != MsgKind.MAP, EntryProblem.BAD_METADATA);
          cursor.skip(name);
        }
        // Where ordinals are, other tools may mean something else by these names.
        case ArchiveFormat.OFFSET -> offset = cursor.size(name);
        case ArchiveFormat.SIZE -> storedSize = cursor.size(name);
        default -> cursor.skip("unknown field");
      }
    }

    private void type() throws FormatException {
      type = cursor.textSpan(ArchiveFormat.TYPE) ? EntryReader.this.type(text()) : -1;
      if (type < 0 || type > MOST_TYPES) {
        type = -1;
        spoilIf(true, EntryProblem.BAD_TYPE);
      }
    }

    private void spoilIf(boolean wrong, EntryProblem with) {
      problem = wrong ? problem.or(with) : problem;
    }
  }
}
