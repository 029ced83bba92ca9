package org.kpackworkbench.model.base.bytes;

/**
 * A half-open range of bytes, {@code [start, start + length)}.
 *
 * @param start first byte, 0 or more
 * @param length number of bytes, 0 or more; {@code start + length} does not overflow
 */
public record ByteRange(long start, long length) implements Comparable<ByteRange> {
  public ByteRange {
    if (start < 0 || length < 0 || start > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("no such range: start " + start + ", length " + length);
    }
  }

  /** The range from {@code start} up to, not including, {@code end}. */
  public static ByteRange between(long start, long end) {
    return new ByteRange(start, end - start);
  }

  /** The offset just behind the last byte. */
  public long end() {
    return start + length;
  }

  /** Whether there is no byte in it. */
  public boolean isEmpty() {
    return length == 0;
  }

  /** Whether the byte at an offset is in it. */
  public boolean contains(long offset) {
    return offset >= start && offset < end();
  }

  /** Whether {@code other} lies wholly inside this range. */
  public boolean contains(ByteRange other) {
    return other.start >= start && other.end() <= end();
  }

  /** Whether the two share at least one byte. */
  public boolean overlaps(ByteRange other) {
    return start < other.end() && other.start < end() && length > 0 && other.length > 0;
  }

  /** The shared part; empty (at the later start) where the two share nothing. */
  public ByteRange intersect(ByteRange other) {
    long from = Math.max(start, other.start);
    return new ByteRange(from, Math.max(0, Math.min(end(), other.end()) - from));
  }

  /** Earlier start first; of two with one start, the longer first, so that parents precede. */
  @Override
  public int compareTo(ByteRange other) {
    int byStart = Long.compare(start, other.start);
    return byStart != 0 ? byStart : Long.compare(other.length, length);
  }

  @Override
  public String toString() {
    return "0x%x+0x%x".formatted(start, length);
  }
}
