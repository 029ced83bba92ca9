package org.kpackworkbench.views.kit.hex;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;

/**
 * Some bytes and their owners, or why they could not be read. Immutable.
 *
 * @param failure why bytes are missing; null if none is
 */
public record HexPage(
    long start, byte[] bytes, List<Ownership.Run> runs, @Nullable String failure) {
  /** A multiple of every row's length, so that no row lies in two pages. */
  static final int BYTES = 16 * 1024;

  /** Reads a page. Any thread but the UI's. */
  static HexPage read(ByteView view, @Nullable Ownership ownership, long index) {
    long start = index * BYTES;
    int length = (int) Math.min(BYTES, view.size() - start);
    List<Ownership.Run> runs =
        ownership == null ? List.of() : ownership.runs(new ByteRange(start, length));
    try {
      return new HexPage(start, view.bytes(start, length), runs, null);
    } catch (FormatException failure) {
      return new HexPage(start, readable(view, start, length), runs, failure.getMessage());
    }
  }

  /** Returns as many bytes as can still be read of a page whose file shrank. */
  private static byte[] readable(ByteView view, long start, int length) {
    byte[] longest = new byte[0];
    int low = 0;
    int high = length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      try {
        longest = view.bytes(start, middle);
        low = middle;
      } catch (FormatException beyond) {
        high = middle - 1;
      }
    }
    return longest;
  }

  /** A page that could not be read for a reason that is no fault of the file. */
  static HexPage failed(long index, Throwable failure) {
    return new HexPage(index * BYTES, new byte[0], List.of(), "Not read: " + failure);
  }

  /** How many of some bytes of the page are there, from the first on. */
  public int countOf(ByteRange range) {
    return (int) Math.clamp(start + bytes.length - range.start(), 0, range.length());
  }

  /** Whether a byte is there. */
  public boolean has(long offset) {
    return countOf(new ByteRange(offset, 1)) == 1;
  }

  int sizeBytes() {
    return bytes.length;
  }

  /** A byte, 0–255, by its offset in the view. */
  public int byteAt(long offset) {
    return bytes[(int) (offset - start)] & 0xff;
  }

  /** A byte, 0–255, by its offset in the view; {@link HexLines#UNREADABLE} if it is not there. */
  public int value(long offset) {
    return has(offset) ? byteAt(offset) : HexLines.UNREADABLE;
  }

  /** The innermost owner of a byte; null where owners are unknown. */
  public @Nullable Claim ownerAt(long offset) {
    int low = 0;
    int high = runs.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      ByteRange range = runs.get(middle).range();
      if (offset < range.start()) {
        high = middle - 1;
      } else if (offset >= range.end()) {
        low = middle + 1;
      } else {
        return runs.get(middle).owner();
      }
    }
    return null;
  }
}
