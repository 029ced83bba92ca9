package org.kpackworkbench.model.format.kpack;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** Reads the fields of one entry's map; used again for each row, so that rows cost no objects. */
final class EntryFields {
  private static final byte[] TYPE = ArchiveFormat.ascii(ArchiveFormat.TYPE);
  private static final byte[] ORDINAL = ArchiveFormat.ascii(ArchiveFormat.ORDINAL);
  private static final byte[] ORIGINAL_SIZE = ArchiveFormat.ascii(ArchiveFormat.ORIGINAL_SIZE);
  private static final byte[] METADATA = ArchiveFormat.ascii(ArchiveFormat.METADATA);
  private static final byte[] HSACO_TEXT = ArchiveFormat.ascii("hsaco");
  private static final int MOST_TYPES = 127;

  // The same with their headers, as the eight bytes that stand in nearly every row.
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

  private final SpanInterner typeNames = new SpanInterner();

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
    if ((seen & SEEN_TYPE) == 0) {
      spoil(EntryProblem.BAD_TYPE);
    }
    if ((seen & SEEN_ORDINAL) == 0) {
      spoil(EntryProblem.BAD_ORDINAL);
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
    } else if (cursor.spanEquals(TYPE)) {
      type(cursor);
    } else if (cursor.spanEquals(ORDINAL)) {
      ordinal(cursor);
    } else if (cursor.spanEquals(ORIGINAL_SIZE)) {
      originalSize(cursor);
    } else if (cursor.spanEquals(METADATA)) {
      metadata(cursor);
    } else {
      cursor.skip("unknown field");
    }
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
