package org.kpackworkbench.model.format.kpack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.EntryTable.EntryProblem;
import org.kpackworkbench.model.format.kpack.EntryTable.Row;

/** Reads the map below {@code toc}. What it has read stays when it is stopped. */
final class EntryReader {
  /**
   * A table with more spoiled rows than this is noise, and rows cost more memory than noise does.
   */
  private static final int MOST_SPOILED_ROWS = 1_000_000;

  private static final int MOST_EXPECTED = 1 << 18;

  private static final Pattern FLAT_TARGET = Pattern.compile("gfx[0-9][0-9a-z-]*(?:[:@].*)?");

  private final MsgCursor cursor;
  private final List<String> architectures;
  private final EntryTable table = new EntryTable();
  private final EntryFields fields = new EntryFields();
  private final Set<String> targetsOfKey = new HashSet<>();
  private int spoiledRows;

  /** Whether a key leads to an entry at once, as in the seeds' archives of kernel databases. */
  private boolean flat;

  /**
   * @param architectures those of the table, as far as they are read before its rows
   */
  EntryReader(MsgCursor cursor, List<String> architectures) {
    this.cursor = cursor;
    this.architectures = architectures;
  }

  boolean flat() {
    return flat;
  }

  /** The blobs whose places entries state themselves; empty where they name ordinals. */
  BlobList inline() {
    return fields.inline;
  }

  EntryTable table() {
    return table;
  }

  /** Reads {@code count} binaries. */
  void binaries(long count) throws FormatException {
    table.expect((int) Math.min(MOST_EXPECTED, Math.min(count, cursor.remaining() / 36)));
    for (long i = 0; i < count; i++) {
      binary();
    }
  }

  private void binary() throws FormatException {
    long keyStart = cursor.position();
    long start = keyStart;
    EntryProblem problem = EntryProblem.KEY_NOT_TEXT;
    String key = "";
    if (cursor.textSpan("binary key")) {
      key = cursor.spanText();
      start = cursor.position() - cursor.spanLength();
      problem = problem(key);
    }
    if (cursor.kind("binary") == MsgKind.MAP) {
      long targets = cursor.mapHeader("binary");
      EntryProblem last = targets == 0 ? EntryProblem.NONE : add(key, start);
      targetsOfKey.clear();
      for (long i = 0; i < targets; i++) {
        long at = cursor.position();
        boolean text = cursor.textSpan("target");
        if (i == 0 && text && fields.isField(cursor)) {
          flat = true;
          add(flatTarget(key), keyStart, problem.or(fields.readFrom(cursor, targets)).or(last));
          return;
        }
        entry(at, text, targets > 1, problem, last);
      }
    } else {
      EntryProblem last = add(key, start);
      long row = cursor.position();
      cursor.skip("binary");
      fields.clear();
      add("", row, problem.or(EntryProblem.BINARY_NOT_MAP).or(last));
    }
  }

  /** Of what is wrong with a row, that its key is repeated comes last. */
  private EntryProblem add(String key, long start) {
    return table.addKey(key, start) ? EntryProblem.NONE : EntryProblem.DUPLICATE_KEY;
  }

  private EntryProblem problem(String key) {
    if (isPlain()) {
      return EntryProblem.NONE;
    }
    if (key.indexOf('\ufffd') >= 0 && !isUtf8()) {
      return EntryProblem.KEY_MALFORMED;
    }
    return BinaryKey.unsafe(key).isEmpty() ? EntryProblem.NONE : EntryProblem.KEY_UNSAFE;
  }

  /** Nearly all keys have nothing that needs a closer look, and a table has 100,000 of them. */
  private boolean isPlain() {
    byte[] bytes = cursor.spanArray();
    int start = cursor.spanStart();
    int end = start + cursor.spanLength();
    byte before = '/';
    for (int at = start; at < end; at++) {
      byte each = bytes[at];
      boolean absolute = (each == '/' && at == start) || (each == ':' && at == start + 1);
      if (each <= 0 || each == '\\' || absolute || (each == '.' && before == '.')) {
        return false;
      }
      before = each;
    }
    return end > start;
  }

  private boolean isUtf8() {
    try {
      ByteBuffer bytes =
          ByteBuffer.wrap(cursor.spanArray(), cursor.spanStart(), cursor.spanLength());
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).hasRemaining();
    } catch (CharacterCodingException malformed) {
      return false;
    }
  }

  /** The target of an entry without one: a part of its key, or the only one of the table. */
  private String flatTarget(String key) {
    return Arrays.stream(key.split("/", -1))
        .filter(part -> FLAT_TARGET.matcher(part).matches())
        .findFirst()
        .orElse(architectures.size() == 1 ? architectures.getFirst() : "");
  }

  private void entry(
      long start, boolean text, boolean several, EntryProblem first, EntryProblem last)
      throws FormatException {
    EntryProblem problem = first;
    String target = "";
    if (text) {
      target = cursor.spanText();
      if (several && !targetsOfKey.add(target)) {
        problem = problem.or(EntryProblem.DUPLICATE_TARGET);
      }
    } else {
      problem = problem.or(EntryProblem.TARGET_NOT_TEXT);
    }
    add(target, start, problem.or(fields.read(cursor)).or(last));
  }

  private void add(String target, long start, EntryProblem problem) throws FormatException {
    if (problem != EntryProblem.NONE && ++spoiledRows > MOST_SPOILED_ROWS) {
      throw tooLarge(start, MOST_SPOILED_ROWS + " spoiled rows");
    }
    if (table.count() == EntryTable.MOST_ROWS) {
      throw tooLarge(start, EntryTable.MOST_ROWS + " rows");
    }
    table.add(
        new Row(
            table.lastKey(),
            table.target(target),
            fields.type,
            fields.ordinal,
            fields.originalSize,
            start,
            (int) Math.min(Integer.MAX_VALUE, cursor.position() - start),
            problem));
  }

  private FormatException tooLarge(long start, String most) {
    return cursor
        .error(start, ArchiveFormat.TOC, Reason.TOO_LARGE)
        .expected("at most " + most)
        .found("more")
        .build();
  }

  /** Reads the fields of one entry's map; used again for each row. */
  private static final class EntryFields {
    private static final byte[] TYPE = ArchiveFormat.ascii(ArchiveFormat.TYPE);
    private static final byte[] ORDINAL = ArchiveFormat.ascii(ArchiveFormat.ORDINAL);
    private static final byte[] ORIGINAL_SIZE = ArchiveFormat.ascii(ArchiveFormat.ORIGINAL_SIZE);
    private static final byte[] METADATA = ArchiveFormat.ascii(ArchiveFormat.METADATA);

    private static final byte[] OFFSET = ArchiveFormat.ascii(ArchiveFormat.OFFSET);
    private static final byte[] SIZE = ArchiveFormat.ascii(ArchiveFormat.SIZE);

    private static final int SEEN_TYPE = 1;
    private static final int SEEN_ORDINAL = 2;
    private static final int SEEN_SIZE = 4;
    private static final int SEEN_METADATA = 8;
    private static final int SEEN_OFFSET = 16;
    private static final int SEEN_STORED_SIZE = 32;
    private static final int SEEN_PLACE = SEEN_OFFSET | SEEN_STORED_SIZE;

    private final BlobList inline = new BlobList();
    private long offset;
    private long storedSize;

    private String type = "";
    private String lastTypeText = "";
    private byte[] lastType = new byte[0];
    private int ordinal;
    private long originalSize;
    private EntryProblem problem = EntryProblem.NONE;
    private int seen;

    void clear() {
      type = "";
      ordinal = -1;
      originalSize = -1;
      problem = EntryProblem.NONE;
      seen = 0;
    }

    /** Reads the value below a target; what is wrong with it, if anything, spoils only this row. */
    EntryProblem read(MsgCursor cursor) throws FormatException {
      clear();
      if (cursor.kind("entry") != MsgKind.MAP) {
        cursor.skip("entry");
        return EntryProblem.ENTRY_NOT_MAP;
      }
      long pairs = cursor.mapHeader("entry");
      for (long i = 0; i < pairs; i++) {
        field(cursor);
      }
      return complete(false);
    }

    /** Whether a text that was read begins an entry, and not the map of a target. */
    boolean isField(MsgCursor cursor) throws FormatException {
      boolean known =
          cursor.spanEquals(TYPE)
              || cursor.spanEquals(ORDINAL)
              || cursor.spanEquals(ORIGINAL_SIZE)
              || cursor.spanEquals(OFFSET)
              || cursor.spanEquals(SIZE);
      return known && cursor.kind("entry") != MsgKind.MAP;
    }

    /** Reads an entry whose first field's name was read; no size need be stated there. */
    EntryProblem readFrom(MsgCursor cursor, long pairs) throws FormatException {
      clear();
      value(cursor);
      for (long i = 1; i < pairs; i++) {
        field(cursor);
      }
      return complete(true);
    }

    private EntryProblem complete(boolean flat) {
      if ((seen & SEEN_ORDINAL) == 0 && (seen & SEEN_PLACE) == SEEN_PLACE) {
        ordinal = inline.add(offset, storedSize);
        originalSize = (seen & SEEN_SIZE) == 0 ? storedSize : originalSize;
        seen |= SEEN_ORDINAL | SEEN_SIZE;
      }
      spoilIf((seen & SEEN_TYPE) == 0, EntryProblem.BAD_TYPE);
      spoilIf((seen & SEEN_ORDINAL) == 0, EntryProblem.BAD_ORDINAL);
      spoilIf(!flat && (seen & SEEN_SIZE) == 0, EntryProblem.BAD_SIZE);
      return problem;
    }

    private void field(MsgCursor cursor) throws FormatException {
      if (cursor.textSpan("field name")) {
        value(cursor);
      } else {
        cursor.skip("unknown field");
      }
    }

    private void value(MsgCursor cursor) throws FormatException {
      if (cursor.spanEquals(TYPE)) {
        once(SEEN_TYPE);
        boolean text = cursor.textSpan(ArchiveFormat.TYPE);
        spoilIf(!text, EntryProblem.BAD_TYPE);
        type = text ? type(cursor) : type;
      } else if (cursor.spanEquals(ORDINAL)) {
        once(SEEN_ORDINAL);
        long value = cursor.size(ArchiveFormat.ORDINAL);
        ordinal = (int) Math.min(Integer.MAX_VALUE, value);
        spoilIf(value < 0, EntryProblem.BAD_ORDINAL);
      } else if (cursor.spanEquals(ORIGINAL_SIZE)) {
        once(SEEN_SIZE);
        originalSize = cursor.size(ArchiveFormat.ORIGINAL_SIZE);
        spoilIf(originalSize < 0, EntryProblem.BAD_SIZE);
      } else if (cursor.spanEquals(METADATA)) {
        once(SEEN_METADATA);
        spoilIf(cursor.kind(ArchiveFormat.METADATA) != MsgKind.MAP, EntryProblem.BAD_METADATA);
        cursor.skip(ArchiveFormat.METADATA);
      } else if (cursor.spanEquals(OFFSET)) {
        offset = place(cursor, SEEN_OFFSET);
      } else if (cursor.spanEquals(SIZE)) {
        storedSize = place(cursor, SEEN_STORED_SIZE);
      } else {
        cursor.skip("unknown field");
      }
    }

    /** Types repeat from row to row. */
    private String type(MsgCursor cursor) {
      if (!cursor.spanEquals(lastType)) {
        lastTypeText = cursor.spanText();
        lastType = lastTypeText.getBytes(StandardCharsets.UTF_8);
      }
      return lastTypeText;
    }

    /** Where ordinals are, other tools may mean something else by these names. */
    private long place(MsgCursor cursor, int field) throws FormatException {
      if (cursor.kind("entry") != MsgKind.INTEGER) {
        cursor.skip("unknown field");
        return 0;
      }
      long value = cursor.size("entry");
      seen |= value < 0 ? 0 : field;
      return value;
    }

    private void once(int field) {
      spoilIf((seen & field) != 0, EntryProblem.DUPLICATE_FIELD);
      seen |= field;
    }

    private void spoilIf(boolean wrong, EntryProblem with) {
      if (wrong) {
        problem = problem.or(with);
      }
    }
  }
}
