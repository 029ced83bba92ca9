package org.kpackworkbench.model.base.place;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/** Finds claims on the same bytes of which none lies in the other. */
public final class Overlaps {
  private Overlaps() {}

  /** Two claims that share bytes though neither lies in the other. */
  public record Overlap(Claim first, Claim second, ByteRange shared) {}

  /** Claims of a file that overlap without nesting. */
  public static List<Overlap> of(Ownership owners) {
    List<Overlap> found = new ArrayList<>();
    Deque<Claim> open = new ArrayDeque<>();
    for (Claim claim : owners.claims()) {
      open.removeIf(other -> other.range().end() <= claim.range().start());
      for (Claim other : open) {
        if (other.range().contains(claim.range())) {
          break;
        }
        found.add(new Overlap(other, claim, other.range().intersect(claim.range())));
      }
      open.push(claim);
    }
    return found;
  }
}
