package org.kpackworkbench.model.base.place;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;

/**
 * Claims for the bytes between other claims: padding where they are zero, or the trap instructions
 * that linkers put behind code, unowned otherwise.
 *
 * <p>Large gaps are not read, and all together no more than 64 MiB; what is not read is unowned.
 */
public final class Gaps {
  /** The x86 instruction {@code int3}. */
  private static final int TRAP = 0xcc;

  private static final long MOST_GAP_BYTES = 4L << 20;
  private static final long MOST_BYTES_IN_ALL = 64L << 20;

  private Gaps() {}

  /**
   * Lists the gaps of a view.
   *
   * @param view the bytes
   * @param within where to look, in {@code view}
   * @param taken what is taken, in {@code view}
   * @param unowned the label of gaps that are not zero
   * @return claims whose ranges count in the file that the view is a part of
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(
      ByteView view, ByteRange within, Collection<ByteRange> taken, String unowned)
      throws FormatException {
    long budget = MOST_BYTES_IN_ALL;
    List<Claim> claims = new ArrayList<>();
    for (ByteRange gap : between(within, taken)) {
      boolean read = gap.length() <= Math.min(MOST_GAP_BYTES, budget);
      budget -= read ? gap.length() : 0;
      String padding = read ? padding(view, gap) : "";
      ByteRange outer = new ByteRange(view.fileOffset(gap.start()), gap.length());
      claims.add(
          padding.isEmpty()
              ? new Claim(outer, OwnerKind.UNOWNED, unowned, null)
              : new Claim(outer, OwnerKind.PADDING, padding, null));
    }
    return claims;
  }

  /** Returns the kind of padding in a gap; empty if it is none. */
  private static String padding(ByteView view, ByteRange gap) throws FormatException {
    if (ZeroScan.isZero(view, gap)) {
      return "padding";
    }
    return ZeroScan.isFilled(view, gap, TRAP) ? "padding, trap instructions" : "";
  }

  private static List<ByteRange> between(ByteRange within, Collection<ByteRange> taken) {
    List<ByteRange> gaps = new ArrayList<>();
    long end = within.start();
    for (ByteRange range : taken.stream().sorted().toList()) {
      long start = Math.min(range.start(), within.end());
      if (start > end) {
        gaps.add(ByteRange.between(end, start));
      }
      end = Math.max(end, range.end());
    }
    if (within.end() > end) {
      gaps.add(ByteRange.between(end, within.end()));
    }
    return gaps;
  }
}
