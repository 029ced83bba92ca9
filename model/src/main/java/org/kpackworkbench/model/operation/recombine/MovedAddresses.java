package org.kpackworkbench.model.operation.recombine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.image.HostImage;

/**
 * Differences of bytes that are addresses, or distances between two: sections of one binary lie
 * elsewhere in the other.
 *
 * @param shifts how far what an address leads to, and what has it, may have moved apart
 */
record MovedAddresses(Set<Long> shifts) {
  private static final int PIECE_BYTES = 1 << 20;

  /** Compares where sections of the same names lie. */
  static MovedAddresses between(HostImage one, HostImage two) {
    Map<String, Long> addresses = new HashMap<>();
    one.sections().forEach(section -> addresses.put(section.name(), section.address()));
    Set<Long> moves = new HashSet<>(Set.of(0L));
    for (HostImage.Section section : two.sections()) {
      Long before = addresses.get(section.name());
      if (before != null) {
        moves.add(section.address() - before);
      }
    }
    Set<Long> shifts = new HashSet<>();
    moves.forEach(to -> moves.forEach(from -> shifts.add(to - from)));
    shifts.remove(0L);
    return new MovedAddresses(shifts);
  }

  /** Whether contents of the same size are equal but for such numbers, of 8 or 4 bytes. */
  boolean explain(ByteView one, ByteView two) throws FormatException {
    if (shifts.isEmpty()) {
      return one.mismatch(two, Progress.NONE).isEmpty();
    }
    long size = one.size();
    if (two.size() != size) {
      return false;
    }
    long compared = 0;
    while (compared < size) {
      // A number may begin before the first of its bytes that differs.
      long start = Math.max(0, compared - Long.BYTES);
      int length = (int) Math.min(PIECE_BYTES, size - start);
      int end = start + length == size ? length : length - Long.BYTES;
      ByteBuffer left = piece(one, start, length);
      ByteBuffer right = piece(two, start, length);
      int at = (int) (compared - start);
      while (at < end) {
        if (left.get(at) == right.get(at)) {
          at++;
          continue;
        }
        at = numberEnd(left, right, at);
        if (at < 0) {
          return false;
        }
      }
      compared = start + at;
    }
    return true;
  }

  private static ByteBuffer piece(ByteView view, long start, int length) throws FormatException {
    return ByteBuffer.wrap(view.bytes(start, length)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The end of a number that has a byte which differs; -1 if none explains it. */
  private int numberEnd(ByteBuffer left, ByteBuffer right, int at) {
    for (int width : new int[] {Long.BYTES, Integer.BYTES}) {
      for (int start = Math.max(0, at - width + 1); start <= at; start++) {
        if (start + width > left.limit()) {
          break;
        }
        long shift =
            width == Long.BYTES
                ? right.getLong(start) - left.getLong(start)
                : right.getInt(start) - left.getInt(start);
        if (shifts.contains(shift)) {
          return start + width;
        }
      }
    }
    return -1;
  }
}
