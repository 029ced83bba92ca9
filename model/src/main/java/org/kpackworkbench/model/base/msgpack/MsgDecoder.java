package org.kpackworkbench.model.base.msgpack;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Decodes values with everything in them. */
record MsgDecoder(MsgCursor cursor) {
  private static final int MOST_LEVELS = 64;
  private static final int MOST_BYTES = 16 << 20;

  MsgValue value(String field, int level) throws FormatException {
    if (level > MOST_LEVELS) {
      throw cursor
          .error(cursor.position(), field, Reason.TOO_LARGE)
          .mismatch("at most " + MOST_LEVELS + " levels of nesting", "more");
    }
    return switch (cursor.kind(field)) {
      case NIL -> {
        cursor.skip(field);
        yield new MsgValue.Nil();
      }
      case BOOLEAN -> new MsgValue.Bool(cursor.u8(field) == 0xc3);
      case INTEGER -> integer(field);
      case FLOAT -> number(field);
      case TEXT -> new MsgValue.Text(cursor.text(field));
      case BINARY -> new MsgValue.Binary(cursor.binary(field, MOST_BYTES), null);
      case EXTENSION -> extension(field);
      case ARRAY -> array(field, level);
      case MAP -> mapping(field, level);
      case INVALID -> throw cursor.invalid(field);
    };
  }

  private MsgValue integer(String field) throws FormatException {
    boolean wide = cursor.peek(field) == 0xcf;
    long value = cursor.integer(field);
    return wide && value < 0
        ? new MsgValue.Int(new BigInteger(Long.toUnsignedString(value)))
        : MsgValue.Int.of(value);
  }

  private MsgValue number(String field) throws FormatException {
    return new MsgValue.Real(
        cursor.u8(field) == 0xca
            ? Float.intBitsToFloat((int) cursor.u32(field))
            : Double.longBitsToDouble(cursor.u64(field)));
  }

  private MsgValue extension(String field) throws FormatException {
    long start = cursor.position();
    int first = cursor.u8(field);
    long length =
        switch (first) {
          case 0xc7 -> cursor.u8(field);
          case 0xc8 -> cursor.u16(field);
          case 0xc9 -> cursor.u32(field);
          default -> 1L << (first - 0xd4);
        };
    int type = (byte) cursor.u8(field);
    return new MsgValue.Binary(cursor.payload(start, length, MOST_BYTES, field), type);
  }

  private MsgValue array(String field, int level) throws FormatException {
    long count = cursor.arrayHeader(field);
    List<MsgValue> items = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      items.add(value(field, level + 1));
    }
    return new MsgValue.Array(items);
  }

  private MsgValue mapping(String field, int level) throws FormatException {
    long count = cursor.mapHeader(field);
    List<MsgValue.Pair> pairs = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      MsgValue key = value(field, level + 1);
      pairs.add(new MsgValue.Pair(key, value(field, level + 1)));
    }
    return new MsgValue.Mapping(pairs);
  }
}
