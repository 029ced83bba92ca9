package org.kpackworkbench.model.base.msgpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** The window through which a {@link MsgCursor} sees the bytes, and the numbers in it. */
abstract sealed class MsgWindow permits MsgCursor {
  private static final int WINDOW_BYTES = 128 * 1024;

  /** A look-up of a single value reads no more than this. */
  private static final int FIRST_WINDOW_BYTES = 1024;

  /** How much larger each window is than the one before. */
  private static final int GROWTH = 8;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  final ByteView view;
  private final long end;
  private final String structure;
  byte[] window;
  private long windowStart;
  private boolean filled;
  int next;
  int limit;

  /**
   * @param view the bytes
   * @param start offset in {@code view} of the first value
   * @param end offset behind the last byte that may belong to a value
   * @param structure what is read, for messages
   */
  MsgWindow(ByteView view, long start, long end, String structure) throws FormatException {
    view.require(start, end - start, structure);
    this.view = view;
    this.end = end;
    this.structure = structure;
    this.windowStart = start;
    this.window = new byte[(int) Math.min(FIRST_WINDOW_BYTES, end - start)];
  }

  /** Offset in the view of the next value. */
  public long position() {
    return windowStart + next;
  }

  /** Bytes between the next value and the end. */
  public long remaining() {
    return end - position();
  }

  /** Starts an error about the value at {@code offset} of the view. */
  public FormatException.Builder error(long offset, String field, Reason reason) {
    return FormatException.at(view, offset, structure, field, reason);
  }

  /** The first byte of the next value, which stays the next. */
  int peek(String field) throws FormatException {
    need(1, field);
    return window[next] & 0xff;
  }

  int u8(String field) throws FormatException {
    need(1, field);
    return window[next++] & 0xff;
  }

  int u16(String field) throws FormatException {
    need(2, field);
    int value = (short) SHORT.get(window, next) & 0xffff;
    next += 2;
    return value;
  }

  long u32(String field) throws FormatException {
    need(4, field);
    long value = (int) INT.get(window, next) & 0xffffffffL;
    next += 4;
    return value;
  }

  long u64(String field) throws FormatException {
    need(8, field);
    long value = (long) LONG.get(window, next);
    next += 8;
    return value;
  }

  /** Checks a count of things that take at least {@code bytesEach} bytes against what is left. */
  long count(long count, int bytesEach, String field) throws FormatException {
    if (count > remaining() / bytesEach) {
      throw error(position(), field, Reason.OUT_OF_BOUNDS)
          .mismatch("a count that the remaining " + remaining() + " bytes can hold", count);
    }
    return count;
  }

  void jump(long length) {
    if (length <= limit - next) {
      next += (int) length;
    } else {
      windowStart = position() + length;
      next = 0;
      limit = 0;
    }
  }

  void need(int length, String field) throws FormatException {
    if (limit - next < length) {
      refill(length, field);
    }
  }

  private void refill(int length, String field) throws FormatException {
    long start = position();
    if (end - start < length) {
      throw error(start, field, Reason.TRUNCATED)
          .expected(length + " more bytes")
          .foundBeforeEnd(end - start)
          .build();
    }
    long wanted = filled ? Math.min(WINDOW_BYTES, (long) window.length * GROWTH) : window.length;
    int size = (int) Math.max(length, Math.min(wanted, end - start));
    if (size > window.length) {
      window = new byte[size];
    }
    filled = true;
    int count = (int) Math.min(window.length, end - start);
    view.copyTo(start, window, 0, count);
    windowStart = start;
    next = 0;
    limit = count;
  }
}
