package org.kpackworkbench.model.format.kpack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.format.kpack.EntryTable.EntryProblem;
import org.kpackworkbench.model.format.kpack.KeyIndex.KeyScan;

/** Reads the map below {@code toc} into columns. What it has read stays when it is stopped. */
final class EntryReader {
  /**
   * A table with more spoiled rows than this is noise, and rows cost more memory than noise does.
   */
  private static final int MOST_SPOILED_ROWS = 1_000_000;

  private static final int MOST_EXPECTED = 1 << 18;
  private static final int LEAST_ROW_BYTES = 36;
  private static final Pattern FLAT_TARGET = Pattern.compile("gfx[0-9][0-9a-z-]*(?:[:@].*)?");

  private final ByteView view;
  private final MsgCursor cursor;
  private final List<String> architectures;
  private final EntryTable table = new EntryTable();
  private final EntryFields fields = new EntryFields();
  private final SpanInterner targetNames = new SpanInterner();
  private final KeyIndex keys;
  private final KeyScan scan;
  private int[] keyOfTarget = new int[16];
  private int spoiledRows;

  /** Whether a key leads to an entry at once, as in the seeds' archives of kernel databases. */
  private boolean flat;

  /**
   * @param architectures those of the table, as far as they are read before its rows
   */
  EntryReader(ByteView view, MsgCursor cursor, List<String> architectures, long seed) {
    this.view = view;
    this.cursor = cursor;
    this.architectures = architectures;
    this.keys = new KeyIndex(view, seed);
    this.scan = new KeyScan(seed);
    Arrays.fill(keyOfTarget, -1);
  }

  EntryTable table() {
    return table;
  }

  KeyIndex keys() {
    return keys;
  }

  SpanInterner targetNames() {
    return targetNames;
  }

  SpanInterner typeNames() {
    return fields.typeNames();
  }

  boolean flat() {
    return flat;
  }

  /** The blobs whose places entries state themselves; empty where they name ordinals. */
  BlobList inline() {
    return fields.inline;
  }

  /** The blobs of entries with an ordinal that state a place, too. */
  BlobList placed() {
    return fields.placed;
  }

  /** Reads {@code count} binaries. */
  void binaries(long count) throws FormatException {
    // No row is shorter; what is not needed is given back in the end.
    int expected =
        (int) Math.min(MOST_EXPECTED, Math.min(count, cursor.remaining() / LEAST_ROW_BYTES));
    table.expect(expected);
    keys.expect(expected);
    for (long i = 0; i < count; i++) {
      binary();
    }
  }

  /** Gives back what was not needed, and finds repeated keys. */
  void finish() throws FormatException {
    table.trim();
    BitSet repeated = keys.index();
    if (repeated.isEmpty()) {
      return;
    }
    for (int row = 0; row < table.count(); row++) {
      if (repeated.get(table.key(row))) {
        table.spoil(row, EntryProblem.DUPLICATE_KEY);
      }
    }
  }

  private void binary() throws FormatException {
    long keyStart = cursor.position();
    EntryProblem problem = EntryProblem.NONE;
    int key;
    long textStart = keyStart;
    int length = 0;
    if (cursor.textSpan("binary key")) {
      length = cursor.spanLength();
      textStart = cursor.position() - length;
      scan.scan(cursor.spanArray(), cursor.spanStart(), length);
      if (scan.suspicious()) {
        problem = inspect(cursor.spanArray(), cursor.spanStart(), length);
      }
      key = keys.add(textStart, length, scan.hash());
    } else {
      key = keys.add(keyStart, 0, 0);
      problem = EntryProblem.KEY_NOT_TEXT;
    }
    if (cursor.kind("binary") == MsgKind.MAP) {
      long targets = cursor.mapHeader("binary");
      if (targets == 0) {
        keys.dropLast();
      }
      for (long i = 0; i < targets; i++) {
        long start = cursor.position();
        boolean text = cursor.textSpan("target");
        if (i == 0 && text && fields.isField(cursor)) {
          flat = true;
          EntryProblem found = problem.or(fields.readFrom(cursor, targets));
          add(key, target(textStart, length), keyStart, found);
          return;
        }
        entry(key, start, text, problem);
      }
    } else {
      long start = cursor.position();
      cursor.skip("binary");
      fields.clear();
      add(key, targetNames.intern(new byte[0], 0, 0), start, EntryProblem.BINARY_NOT_MAP);
    }
  }

  /** The target of an entry without one: a part of its key, or the only one of the table. */
  private int target(long textStart, int length) throws FormatException {
    String key = new String(view.bytes(textStart, length), StandardCharsets.UTF_8);
    String found =
        Arrays.stream(key.split("/", -1))
            .filter(part -> FLAT_TARGET.matcher(part).matches())
            .findFirst()
            .orElse(architectures.size() == 1 ? architectures.getFirst() : "");
    byte[] bytes = found.getBytes(StandardCharsets.UTF_8);
    return targetNames.intern(bytes, 0, bytes.length);
  }

  private void entry(int key, long start, boolean text, EntryProblem keyProblem)
      throws FormatException {
    EntryProblem problem = keyProblem;
    int target;
    if (text) {
      target = targetNames.intern(cursor.spanArray(), cursor.spanStart(), cursor.spanLength());
      if (isRepeated(target, key)) {
        problem = problem.or(EntryProblem.DUPLICATE_TARGET);
      }
    } else {
      target = targetNames.intern(new byte[0], 0, 0);
      problem = problem.or(EntryProblem.TARGET_NOT_TEXT);
    }
    add(key, target, start, problem.or(fields.read(cursor)));
  }

  private void add(int key, int target, long start, EntryProblem problem) throws FormatException {
    if (problem != EntryProblem.NONE) {
      countSpoiled(start);
    }
    if (table.count() == EntryTable.MOST_ROWS) {
      throw tooLarge(start, EntryTable.MOST_ROWS + " rows");
    }
    table.add(key, target, start, fields, cursor.position(), problem);
  }

  private void countSpoiled(long start) throws FormatException {
    if (++spoiledRows > MOST_SPOILED_ROWS) {
      throw tooLarge(start, MOST_SPOILED_ROWS + " spoiled rows");
    }
  }

  private FormatException tooLarge(long start, String most) {
    return cursor
        .error(start, ArchiveFormat.TOC, Reason.TOO_LARGE)
        .expected("at most " + most)
        .found("more")
        .build();
  }

  /** Notes that a key has a target; whether it had it before. */
  private boolean isRepeated(int target, int key) {
    if (target >= keyOfTarget.length) {
      int before = keyOfTarget.length;
      keyOfTarget = Arrays.copyOf(keyOfTarget, Math.max(2 * before, target + 1));
      Arrays.fill(keyOfTarget, before, keyOfTarget.length, -1);
    }
    boolean repeated = keyOfTarget[target] == key;
    keyOfTarget[target] = key;
    return repeated;
  }

  private static EntryProblem inspect(byte[] array, int start, int length) {
    try {
      String key =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(array, start, length))
              .toString();
      return BinaryKey.unsafe(key).isEmpty() ? EntryProblem.NONE : EntryProblem.KEY_UNSAFE;
    } catch (CharacterCodingException malformed) {
      return EntryProblem.KEY_MALFORMED;
    }
  }

  /** Reads the fields of one entry's map; used again for each row, so that rows cost no objects. */
  static final class EntryFields {
    private static final byte[] TYPE = ArchiveFormat.ascii(ArchiveFormat.TYPE);
    private static final byte[] ORDINAL = ArchiveFormat.ascii(ArchiveFormat.ORDINAL);
    private static final byte[] ORIGINAL_SIZE = ArchiveFormat.ascii(ArchiveFormat.ORIGINAL_SIZE);
    private static final byte[] METADATA = ArchiveFormat.ascii(ArchiveFormat.METADATA);
    private static final byte[] OFFSET = ArchiveFormat.ascii(ArchiveFormat.OFFSET);
    private static final byte[] SIZE = ArchiveFormat.ascii(ArchiveFormat.SIZE);
    private static final byte[] HSACO_TEXT = ArchiveFormat.ascii("hsaco");
    private static final int MOST_TYPES = 127;

    // The same with their headers, as the eight bytes that nearly every row has.
    private static final long TYPE_HEADER = 0xa474797065L;
    private static final long HSACO = 0xa5687361636fL;
    private static final long ORDINAL_EIGHT = 0xa76f7264696e616cL;
    private static final long SIZE_EIGHT = 0xad6f726967696e61L;
    private static final long SIZE_REST = 0x6e616c5f73697a65L;
    private static final long METADATA_EIGHT = 0xa86d657461646174L;

    private static final int SEEN_TYPE = 1;
    private static final int SEEN_ORDINAL = 2;
    private static final int SEEN_SIZE = 4;
    private static final int SEEN_METADATA = 8;
    private static final int SEEN_OFFSET = 16;
    private static final int SEEN_STORED_SIZE = 32;
    private static final int SEEN_PLACE = SEEN_OFFSET | SEEN_STORED_SIZE;

    private final SpanInterner typeNames = new SpanInterner();
    final BlobList inline = new BlobList();
    final BlobList placed = new BlobList();

    private long offset;
    private long storedSize;
    int type;
    int ordinal;
    long originalSize;
    private EntryProblem problem = EntryProblem.NONE;
    private int seen;
    private int hsaco = -1;

    SpanInterner typeNames() {
      return typeNames;
    }

    void clear() {
      type = -1;
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

    private EntryProblem complete(boolean flat) throws FormatException {
      if ((seen & SEEN_ORDINAL) != 0 && (seen & SEEN_PLACE) == SEEN_PLACE && ordinal >= 0) {
        placed.add(ordinal, offset, storedSize);
      }
      if ((seen & SEEN_ORDINAL) == 0 && (seen & SEEN_PLACE) == SEEN_PLACE) {
        ordinal = inline.add(offset, storedSize);
        seen |= SEEN_ORDINAL;
      }
      if ((seen & SEEN_PLACE) == SEEN_PLACE && (seen & SEEN_SIZE) == 0) {
        originalSize = storedSize;
        seen |= SEEN_SIZE;
      }
      if ((seen & SEEN_TYPE) == 0) {
        spoil(EntryProblem.BAD_TYPE);
      }
      if ((seen & SEEN_ORDINAL) == 0) {
        spoil(EntryProblem.BAD_ORDINAL);
      }
      if (flat && (seen & SEEN_SIZE) == 0) {
        return problem;
      }
      if ((seen & SEEN_SIZE) == 0) {
        spoil(EntryProblem.BAD_SIZE);
      }
      return problem;
    }

    private void field(MsgCursor cursor) throws FormatException {
      long eight = cursor.nextEight("field name");
      if (eight >>> 24 == TYPE_HEADER) {
        cursor.pass(5);
        type(cursor);
      } else if (eight == ORDINAL_EIGHT) {
        cursor.pass(8);
        ordinal(cursor);
      } else if (eight == SIZE_EIGHT && cursor.eightFrom(6) == SIZE_REST) {
        cursor.pass(14);
        originalSize(cursor);
      } else if (eight == METADATA_EIGHT && (byte) cursor.eightFrom(1) == 'a') {
        cursor.pass(9);
        metadata(cursor);
      } else {
        unusual(cursor);
      }
    }

    /** A key in another form, at the very end of the file, or one that is not known. */
    private void unusual(MsgCursor cursor) throws FormatException {
      if (!cursor.textSpan("field name")) {
        cursor.skip("unknown field");
      } else {
        value(cursor);
      }
    }

    private void value(MsgCursor cursor) throws FormatException {
      if (cursor.spanEquals(TYPE)) {
        type(cursor);
      } else if (cursor.spanEquals(ORDINAL)) {
        ordinal(cursor);
      } else if (cursor.spanEquals(ORIGINAL_SIZE)) {
        originalSize(cursor);
      } else if (cursor.spanEquals(METADATA)) {
        metadata(cursor);
      } else if (cursor.spanEquals(OFFSET)) {
        offset = place(cursor, SEEN_OFFSET);
      } else if (cursor.spanEquals(SIZE)) {
        storedSize = place(cursor, SEEN_STORED_SIZE);
      } else {
        cursor.skip("unknown field");
      }
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

    private void ordinal(MsgCursor cursor) throws FormatException {
      once(SEEN_ORDINAL);
      long value = cursor.size(ArchiveFormat.ORDINAL);
      ordinal = value > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) value;
      spoilIf(value < 0, EntryProblem.BAD_ORDINAL);
    }

    private void originalSize(MsgCursor cursor) throws FormatException {
      once(SEEN_SIZE);
      originalSize = cursor.size(ArchiveFormat.ORIGINAL_SIZE);
      spoilIf(originalSize < 0, EntryProblem.BAD_SIZE);
    }

    private void metadata(MsgCursor cursor) throws FormatException {
      once(SEEN_METADATA);
      spoilIf(cursor.kind(ArchiveFormat.METADATA) != MsgKind.MAP, EntryProblem.BAD_METADATA);
      cursor.skip(ArchiveFormat.METADATA);
    }

    private void type(MsgCursor cursor) throws FormatException {
      once(SEEN_TYPE);
      if (hsaco >= 0 && cursor.nextEight(ArchiveFormat.TYPE) >>> 16 == HSACO) {
        cursor.pass(6);
        type = hsaco;
        return;
      }
      if (!cursor.textSpan(ArchiveFormat.TYPE)) {
        spoil(EntryProblem.BAD_TYPE);
        return;
      }
      type = typeNames.intern(cursor.spanArray(), cursor.spanStart(), cursor.spanLength());
      if (type > MOST_TYPES) {
        type = -1;
        spoil(EntryProblem.BAD_TYPE);
      } else if (cursor.spanEquals(HSACO_TEXT)) {
        hsaco = type;
      }
    }

    private void once(int field) {
      spoilIf((seen & field) != 0, EntryProblem.DUPLICATE_FIELD);
      seen |= field;
    }

    private void spoilIf(boolean wrong, EntryProblem with) {
      if (wrong) {
        spoil(with);
      }
    }

    private void spoil(EntryProblem with) {
      problem = problem.or(with);
    }
  }

  /**
   * Gives each distinct short text a number. The last one and its neighbours are tried first, since
   * targets and types repeat in the same order from binary to binary.
   */
  static final class SpanInterner {
    private static final int NEAR = 4;

    private final List<byte[]> spans = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> byText = new HashMap<>();
    private int last;

    /** The number of these bytes' text. */
    int intern(byte[] array, int start, int length) {
      int size = spans.size();
      for (int i = 0; i < Math.min(NEAR, size); i++) {
        int candidate = (last + i) % size;
        byte[] span = spans.get(candidate);
        if (span.length == length && Arrays.equals(span, 0, length, array, start, start + length)) {
          last = candidate;
          return candidate;
        }
      }
      last = intern(new String(array, start, length, StandardCharsets.UTF_8), array, start, length);
      return last;
    }

    private int intern(String text, byte[] array, int start, int length) {
      Integer known = byText.putIfAbsent(text, spans.size());
      if (known != null) {
        return known;
      }
      spans.add(Arrays.copyOfRange(array, start, start + length));
      texts.add(text);
      return spans.size() - 1;
    }

    /** The number of a text; -1 if it has none. */
    int number(String text) {
      return byText.getOrDefault(text, -1);
    }

    /** All texts by their numbers. */
    List<String> texts() {
      return List.copyOf(texts);
    }
  }
}
