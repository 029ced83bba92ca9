package org.kpackworkbench.model.format.kpack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** Reads the map below {@code toc} into columns. What it has read stays when it is stopped. */
final class EntryReader {
  /**
   * A table with more spoiled rows than this is noise, and rows cost more memory than noise does.
   */
  private static final int MOST_SPOILED_ROWS = 1_000_000;

  private static final int MOST_EXPECTED = 1 << 18;
  private static final int LEAST_ROW_BYTES = 36;

  private final MsgCursor cursor;
  private final EntryTable table = new EntryTable();
  private final EntryFields fields = new EntryFields();
  private final SpanInterner targetNames = new SpanInterner();
  private final KeyIndex keys;
  private final KeyScan scan;
  private int[] keyOfTarget = new int[16];
  private int spoiledRows;

  EntryReader(ByteView view, MsgCursor cursor, long seed) {
    this.cursor = cursor;
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

  /** Reads {@code count} binaries. */
  void binaries(long count) throws FormatException {
    // No row is shorter; what is expected in vain is given back in the end.
    int expected =
        (int) Math.min(MOST_EXPECTED, Math.min(count, cursor.remaining() / LEAST_ROW_BYTES));
    table.expect(expected);
    keys.expect(expected);
    for (long i = 0; i < count; i++) {
      binary();
    }
  }

  /** Gives back what was not needed, and finds keys that stand twice. */
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
    if (cursor.textSpan("binary key")) {
      int length = cursor.spanLength();
      long textStart = cursor.position() - length;
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
        entry(key, problem);
      }
    } else {
      long start = cursor.position();
      cursor.skip("binary");
      fields.clear();
      add(key, targetNames.intern(new byte[0], 0, 0), start, EntryProblem.BINARY_NOT_MAP);
    }
  }

  private void entry(int key, EntryProblem keyProblem) throws FormatException {
    long start = cursor.position();
    EntryProblem problem = keyProblem;
    int target;
    if (cursor.textSpan("target")) {
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

  /** Notes that a target stands below a key; whether it has stood there before. */
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
      return BinaryKey.unsafe(key) == null ? EntryProblem.NONE : EntryProblem.KEY_UNSAFE;
    } catch (CharacterCodingException malformed) {
      return EntryProblem.KEY_MALFORMED;
    }
  }
}
