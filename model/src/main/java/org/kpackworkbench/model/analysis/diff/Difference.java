package org.kpackworkbench.model.analysis.diff;

import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.CountText;

/**
 * One thing in which the contents of two sides differ, in a few words.
 *
 * @param words from the first side to the other one, e.g. {@code VGPRs 8 → 16}
 * @param back the other way round
 */
public record Difference(String words, String back) {
  /** Of larger contents only the first byte that differs is looked for. */
  private static final long MOST_COUNTED_BYTES = 64 << 20;

  /** Something that is the same in both directions. */
  public static Difference of(String words) {
    return new Difference(words, words);
  }

  /** A value of another amount. */
  public static Difference value(String name, String before, String after) {
    return new Difference(
        "%s %s → %s".formatted(name, before, after), "%s %s → %s".formatted(name, after, before));
  }

  /** Returns the difference as seen from the other side. */
  public Difference swapped() {
    return new Difference(back, words);
  }

  /** Several in one line; empty if there are none. */
  public static String words(List<Difference> all) {
    return String.join(", ", all.stream().map(Difference::words).toList());
  }

  /**
   * In how many bytes contents of one size differ.
   *
   * @param of what the bytes are, such as {@code of code}; may be empty
   * @return nothing where sizes differ, which values say, or all bytes are the same
   */
  public static List<Difference> bytes(ByteView one, ByteView other, String of, Progress progress)
      throws FormatException {
    if (one.size() != other.size()) {
      return List.of();
    }
    if (one.size() > MOST_COUNTED_BYTES) {
      long first = one.mismatch(other, progress.cancelOnly()).orElse(-1);
      return first < 0 ? List.of() : List.of(of("bytes from 0x" + Long.toHexString(first)));
    }
    long count = count(one, other, progress);
    String words = CountText.of(count, "byte") + (of.isEmpty() ? "" : " " + of);
    return count == 0 ? List.of() : List.of(of(words));
  }

  /** How many bytes differ, of contents of one size. */
  public static long count(ByteView one, ByteView other, Progress progress) throws FormatException {
    long size = one.size();
    int window = (int) Math.min(SameBytes.WINDOW_BYTES, size);
    byte[] ones = new byte[window];
    byte[] others = new byte[window];
    long differing = 0;
    for (long at = 0; at < size; at += window) {
      progress.step(0);
      int length = (int) Math.min(window, size - at);
      one.copyTo(at, ones, 0, length);
      other.copyTo(at, others, 0, length);
      int from = Arrays.mismatch(ones, 0, length, others, 0, length);
      for (int i = from; from >= 0 && i < length; i++) {
        differing += ones[i] == others[i] ? 0 : 1;
      }
    }
    return differing;
  }
}
