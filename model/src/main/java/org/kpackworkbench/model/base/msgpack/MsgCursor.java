package org.kpackworkbench.model.base.msgpack;

import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * Reads MessagePack values one after another, in place.
 *
 * <p>Bytes come in windows, by position, so that walking a table of many megabytes neither holds it
 * nor makes its pages resident. Every method that fails says structure, field and offset. A count
 * or length that the bytes up to the end cannot hold is {@code OUT_OF_BOUNDS}, a value that is cut
 * off {@code TRUNCATED}; after either the cursor is of no more use. Methods that return a sentinel
 * for a value of another kind have stepped over it and can be followed by the next read.
 *
 * <p>Not safe for use by several threads.
 */
public final class MsgCursor extends MsgWindow {
  /** The longest text that is read; longer is refused as {@code TOO_LARGE}. */
  public static final int MOST_TEXT_BYTES = 1 << 20;

  private int spanStart;
  private int spanLength;
  private long unsignedBits;

  /**
   * @param view the bytes
   * @param start offset in {@code view} of the first value
   * @param end offset behind the last byte that may belong to a value
   * @param structure what is read, for messages
   */
  public MsgCursor(ByteView view, long start, long end, String structure) throws FormatException {
    super(view, start, end, structure);
  }

  /** The kind of the next value. */
  public MsgKind kind(String field) throws FormatException {
    need(1, field);
    return MsgKind.of(window[next] & 0xff);
  }

  /** Steps into a map; returns the number of its pairs. Anything else is {@code BAD_VALUE}. */
  public long mapHeader(String field) throws FormatException {
    expect(MsgKind.MAP, field);
    return count(mapCount(field), 2, field);
  }

  /**
   * Steps into a map like {@link #mapHeader}, but a count that the bytes cannot hold is returned as
   * it is, so that the entries before the end of a truncated map can still be read.
   */
  public long mapHeaderUnchecked(String field) throws FormatException {
    expect(MsgKind.MAP, field);
    return mapCount(field);
  }

  /** Steps into an array; returns the number of its items. Anything else is {@code BAD_VALUE}. */
  public long arrayHeader(String field) throws FormatException {
    expect(MsgKind.ARRAY, field);
    int first = u8(field);
    long items = first < 0xa0 ? first & 0x0f : first == 0xdc ? u16(field) : u32(field);
    return count(items, 1, field);
  }

  /**
   * Reads an offset, size or count.
   *
   * @return the number; -1, having stepped over the value, where it is no integer from 0 to 2⁶³−1
   */
  public long size(String field) throws FormatException {
    if (kind(field) != MsgKind.INTEGER) {
      skip(field);
      return -1;
    }
    // Unsigned numbers of 2^63 and above come out negative as well.
    return Math.max(-1, integer(field));
  }

  /** Reads text; anything else is {@code BAD_VALUE}. Malformed UTF-8 becomes U+FFFD. */
  public String text(String field) throws FormatException {
    expect(MsgKind.TEXT, field);
    textSpan(field);
    return new String(window, spanStart, spanLength, StandardCharsets.UTF_8);
  }

  /**
   * Reads text without decoding it: until the next call its bytes are in {@link #spanArray} from
   * {@link #spanStart}, {@link #spanLength} of them.
   *
   * @return false, having stepped over the value, where it is no text
   */
  public boolean textSpan(String field) throws FormatException {
    if (kind(field) != MsgKind.TEXT) {
      skip(field);
      return false;
    }
    long start = position();
    int first = u8(field);
    long length =
        switch (first) {
          case 0xd9 -> u8(field);
          case 0xda -> u16(field);
          case 0xdb -> u32(field);
          default -> first & 0x1f;
        };
    count(length, 1, field);
    if (length > MOST_TEXT_BYTES) {
      throw error(start, field, Reason.TOO_LARGE)
          .mismatch("text of at most " + MOST_TEXT_BYTES + " bytes", length);
    }
    need((int) length, field);
    spanStart = next;
    spanLength = (int) length;
    next += spanLength;
    return true;
  }

  /**
   * Like {@link #textSpan}; text above {@link #MOST_TEXT_BYTES} is stepped over as well.
   *
   * @return false, having stepped over the value, where it is no text of at most so many bytes
   */
  public boolean shortTextSpan(String field) throws FormatException {
    if (peek(field) == 0xdb) {
      need(5, field);
      long length = Integer.toUnsignedLong(java.nio.ByteBuffer.wrap(window).getInt(next + 1));
      if (length > MOST_TEXT_BYTES) {
        skip(field);
        return false;
      }
    }
    return textSpan(field);
  }

  /**
   * Reads a number from 0 to 2⁶⁴−1, whose bits are then {@link #unsignedBits}.
   *
   * @return false, having stepped over the value, where it is none
   */
  public boolean unsigned(String field) throws FormatException {
    if (kind(field) != MsgKind.INTEGER) {
      skip(field);
      return false;
    }
    boolean wide = peek(field) == 0xcf;
    unsignedBits = integer(field);
    return wide || unsignedBits >= 0;
  }

  /** The number that {@link #unsigned} has read. */
  public long unsignedBits() {
    return unsignedBits;
  }

  /**
   * The array in which the span lies that was read last; valid until the cursor moves on, never to
   * be changed.
   */
  public byte[] spanArray() {
    return window;
  }

  /** Where in {@link #spanArray} the span starts. */
  public int spanStart() {
    return spanStart;
  }

  /** How many bytes the span has. */
  public int spanLength() {
    return spanLength;
  }

  /** Whether the last span is {@code expected}. */
  public boolean spanEquals(byte[] expected) {
    return spanLength == expected.length
        && java.util.Arrays.equals(
            window, spanStart, spanStart + spanLength, expected, 0, expected.length);
  }

  /** The last span, decoded. */
  public String spanText() {
    return new String(window, spanStart, spanLength, StandardCharsets.UTF_8);
  }

  /** Reads binary data of at most {@code most} bytes; anything else is {@code BAD_VALUE}. */
  public byte[] binary(String field, int most) throws FormatException {
    expect(MsgKind.BINARY, field);
    long start = position();
    int first = u8(field);
    return payload(
        start, first == 0xc4 ? u8(field) : first == 0xc5 ? u16(field) : u32(field), most, field);
  }

  /** Steps over one value with everything in it. */
  public void skip(String field) throws FormatException {
    for (long values = 1; values > 0; ) {
      values += skipOne(field) - 1;
    }
  }

  /** Steps over one value; returns how many values it holds that are still to be stepped over. */
  private long skipOne(String field) throws FormatException {
    MsgKind kind = kind(field);
    int first = window[next] & 0xff;
    return switch (kind) {
      case MAP -> 2 * mapHeader(field);
      case ARRAY -> arrayHeader(field);
      case TEXT, BINARY, EXTENSION -> {
        skipBytes(first, field);
        yield 0;
      }
      case INVALID -> throw invalid(field);
      case NIL, BOOLEAN, INTEGER, FLOAT -> {
        int length = fixedLength(first);
        need(length, field);
        next += length;
        yield 0;
      }
    };
  }

  /** Decodes one value; nesting deeper than 64 levels is {@code TOO_LARGE}. */
  public MsgValue value(String field) throws FormatException {
    return new MsgDecoder(this).value(field, 0);
  }

  /** The {@code BAD_VALUE} for a next value that is not of the expected kind. */
  public void expect(MsgKind expected, String field) throws FormatException {
    MsgKind kind = kind(field);
    if (kind != expected) {
      throw error(position(), field, Reason.BAD_VALUE).mismatch(expected.words(), kind.words());
    }
  }

  /** Any integer's 64 bits; an unsigned one of 2⁶³ and above comes out negative. */
  long integer(String field) throws FormatException {
    int first = u8(field);
    if (first < 0x80 || first >= 0xe0) {
      return (byte) first;
    }
    return switch (first) {
      case 0xcc -> u8(field);
      case 0xcd -> u16(field);
      case 0xce -> u32(field);
      case 0xd0 -> (byte) u8(field);
      case 0xd1 -> (short) u16(field);
      case 0xd2 -> (int) u32(field);
      default -> u64(field);
    };
  }

  byte[] payload(long start, long length, int most, String field) throws FormatException {
    count(length, 1, field);
    if (length > most) {
      throw error(start, field, Reason.TOO_LARGE).mismatch("at most " + most + " bytes", length);
    }
    byte[] bytes = view.bytes(position(), (int) length);
    jump(length);
    return bytes;
  }

  FormatException invalid(String field) {
    return error(position(), field, Reason.BAD_VALUE)
        .mismatch("a MessagePack value", MsgKind.INVALID.words());
  }

  private void skipBytes(int first, String field) throws FormatException {
    next++;
    long length =
        switch (first) {
          case 0xc4, 0xd9 -> u8(field);
          case 0xc5, 0xda -> u16(field);
          case 0xc6, 0xdb -> u32(field);
          case 0xc7 -> u8(field) + 1;
          case 0xc8 -> u16(field) + 1;
          case 0xc9 -> u32(field) + 1;
          case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8 -> 1 + (1 << (first - 0xd4));
          default -> first & 0x1f;
        };
    count(length, 1, field);
    jump(length);
  }

  private static int fixedLength(int first) {
    return switch (first) {
      case 0xcc, 0xd0 -> 2;
      case 0xcd, 0xd1 -> 3;
      case 0xca, 0xce, 0xd2 -> 5;
      case 0xcb, 0xcf, 0xd3 -> 9;
      default -> 1;
    };
  }

  private long mapCount(String field) throws FormatException {
    int first = u8(field);
    return first < 0x90 ? first & 0x0f : first == 0xde ? u16(field) : u32(field);
  }
}
