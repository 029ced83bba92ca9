package org.kpackworkbench.model.format.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * Goes through the lines of a log in windows. Zeros at the start of a line, which a log has that
 * was cut while a program wrote on, are skipped; of a line that never ends, so much is kept as
 * fits. Not safe for use by several threads.
 */
final class LineScanner {
  /** The bytes of a line that are kept. */
  static final int MOST_BYTES = 64 * 1024;

  /** After how many lines it shows whether they come again. */
  private static final int FEW_LINES = 4096;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long LINE_FEEDS = '\n' * LOW_BITS;
  private static final long HASH_FACTOR = 0x9e3779b97f4a7c15L;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteView bytes;
  private final LogEncoding encoding;
  private final byte[] window;
  private byte[] line = new byte[512];
  private long nextOffset;
  private int position;
  private int limit;
  private int length;
  private long lineOffset;

  /**
   * @param offset where a line begins
   * @param windowBytes how much to read at once, an even number
   */
  LineScanner(ByteView bytes, LogEncoding encoding, long offset, int windowBytes) {
    this.bytes = bytes;
    this.encoding = encoding;
    this.window = new byte[windowBytes];
    this.nextOffset = offset;
  }

  /**
   * Goes to the next line; whether there is one. What a line feed ends is a line, even if empty.
   */
  boolean next() throws FormatException {
    length = 0;
    lineOffset = nextOffset - (limit - position);
    boolean any = false;
    int unit = encoding.unitBytes();
    while (fill()) {
      any = true;
      int start = position;
      if (length == 0) {
        while (start < limit && encoding.isZero(window, start)) {
          start += unit;
        }
        lineOffset += start - position;
      }
      int end = unit == 1 ? pastWordsWithoutLineFeed(start) : start;
      while (end < limit && !encoding.endsLine(window, end)) {
        end += unit;
      }
      int kept = Math.min(end - start, MOST_BYTES - length);
      if (line.length < length + kept) {
        line = Arrays.copyOf(line, Math.min(MOST_BYTES, 2 * (length + kept)));
      }
      System.arraycopy(window, start, line, length, kept);
      length += kept;
      position = Math.min(end + unit, limit);
      if (end < limit) {
        return true;
      }
    }
    return any;
  }

  /** Goes to the next line if its bytes are the expected ones, without a search for its end. */
  private boolean nextIs(byte[] expected) {
    int end = position + expected.length;
    if (encoding.unitBytes() != 1
        || end >= limit
        || window[end] != '\n'
        || !Arrays.equals(window, position, end, expected, 0, expected.length)) {
      return false;
    }
    lineOffset = nextOffset - (limit - position);
    position = end + 1;
    return true;
  }

  /** Skips eight bytes at a time that hold no line feed. */
  private int pastWordsWithoutLineFeed(int start) {
    int at = start;
    while (at + Long.BYTES <= limit) {
      long zeroForLineFeed = (long) WORDS.get(window, at) ^ LINE_FEEDS;
      if (((zeroForLineFeed - LOW_BITS) & ~zeroForLineFeed & LOW_BITS << 7) != 0) {
        break;
      }
      at += Long.BYTES;
    }
    return at;
  }

  private boolean fill() throws FormatException {
    if (position < limit) {
      return true;
    }
    // Half a unit at the end is none.
    long left = (bytes.size() - nextOffset) / encoding.unitBytes() * encoding.unitBytes();
    position = 0;
    limit = (int) Math.min(window.length, Math.max(0, left));
    if (limit > 0) {
      bytes.copyTo(nextOffset, window, 0, limit);
      nextOffset += limit;
    }
    return limit > 0;
  }

  /** Where the line begins, behind zeros. */
  long offset() {
    return lineOffset;
  }

  /** How many bytes were gone through. */
  long passed() {
    return nextOffset - (limit - position);
  }

  /**
   * Keeps what is read from lines, found again by their bytes.
   *
   * @param <T> what is read
   */
  static final class Known<T> {
    private final Function<String, T> reader;
    private final List<@Nullable Entry<T>> entries;
    private @Nullable Entry<T> last;
    private int asked;
    private int missed;

    private static final class Entry<T> {
      final byte[] line;
      final T value;

      /** The line that came after it last. */
      @Nullable Entry<T> next;

      Entry(byte[] line, T value) {
        this.line = line;
        this.value = value;
      }

      boolean isOf(LineScanner scanner, int from) {
        return Arrays.equals(line, 0, line.length, scanner.line, from, scanner.length);
      }
    }

    Known(Function<String, T> reader) {
      this.reader = reader;
      this.entries = new ArrayList<>(Collections.nCopies(Memo.PLACES, null));
    }

    /**
     * Reads the next line of a scanner if it is the one that came after the same line before; null
     * elsewhere, and the scanner stays where it is.
     */
    @Nullable T next(LineScanner scanner) {
      Entry<T> expected = last == null ? null : last.next;
      if (expected == null || !scanner.nextIs(expected.line)) {
        return null;
      }
      asked++;
      last = expected;
      return expected.value;
    }

    /** Whether lines hardly ever come again, as where times precede them. */
    boolean isSeldom() {
      return asked > FEW_LINES && missed > asked / 4 * 3;
    }

    /**
     * Reads the line of a scanner; gives the same value for a line that came a short time ago.
     *
     * @param from where in the line what is read begins
     */
    T of(LineScanner scanner, int from) {
      if (scanner.length > Memo.MOST_CHARACTERS || Memo.isUseless(asked, missed)) {
        last = null;
        return reader.apply(scanner.text(from));
      }
      Entry<T> entry = entry(scanner, from);
      if (last != null) {
        last.next = entry;
      }
      last = entry;
      return entry.value;
    }

    private Entry<T> entry(LineScanner scanner, int from) {
      asked++;
      int place = Memo.place(scanner.hash(from), Memo.PLACES);
      Entry<T> entry = entries.get(place);
      if (entry != null && entry.isOf(scanner, from)) {
        return entry;
      }
      Entry<T> other = entries.get(place ^ 1);
      if (other != null && other.isOf(scanner, from)) {
        return other;
      }
      byte[] line = Arrays.copyOfRange(scanner.line, from, scanner.length);
      Entry<T> made = new Entry<>(line, reader.apply(scanner.text(from)));
      missed++;
      if (entry != null) {
        if (other != null) {
          // Nothing that was given up keeps others.
          other.next = null;
        }
        entries.set(place ^ 1, entry);
      }
      entries.set(place, made);
      return made;
    }
  }

  private int hash(int from) {
    long hash = (long) length - from;
    int at = from;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = Long.rotateLeft(hash * HASH_FACTOR + (long) WORDS.get(line, at), 29);
    }
    for (; at < length; at++) {
      hash = hash * HASH_FACTOR + line[at];
    }
    return (int) ((hash * HASH_FACTOR) >>> 32);
  }

  /** The line, without what ends it. */
  String text() {
    return text(0);
  }

  /** Returns the text before a position. */
  String before(int end) {
    return new String(line, 0, end, StandardCharsets.US_ASCII);
  }

  /**
   * Returns where a text begins, where what is before it is read the same way by itself: printable
   * characters that begin neither JSON nor a sequence for terminals; 0 elsewhere.
   */
  int behindPlain(byte[] text) {
    if (encoding.unitBytes() != 1 || length == 0 || line[0] == '{') {
      return 0;
    }
    for (int at = 0; at + text.length <= length; at++) {
      byte each = line[at];
      if (each == text[0] && Arrays.equals(line, at, at + text.length, text, 0, text.length)) {
        return at;
      }
      if (each < ' ' || each > '~' || each == '#' || each == '^' || each == '\\') {
        return 0;
      }
    }
    return 0;
  }

  private String text(int from) {
    String text = new String(line, from, length - from, encoding.charset());
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\r') {
      end--;
    }
    return text.substring(0, end);
  }

  /** Whether the line contains one of some words; words of ASCII characters. */
  boolean mentions(Needles needles) {
    return encoding.unitBytes() == 1
        ? needles.isIn(line, length)
        : needles.isIn(new String(line, 0, length, encoding.charset()));
  }
}
