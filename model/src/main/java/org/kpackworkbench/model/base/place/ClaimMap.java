package org.kpackworkbench.model.base.place;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;

/**
 * An {@link Ownership} made of a list of claims.
 *
 * <p>Claims are sorted so that parents precede their children. Each claim's parent is the innermost
 * earlier one that contains it. The innermost owner of a byte is the claim that starts last before
 * it and still runs there; where claims overlap without nesting, the later one colours the shared
 * bytes and the pair is listed in {@link #overlaps}.
 */
public final class ClaimMap implements Ownership {
  private static final int MOST_OVERLAPS = 1000;

  private final long sizeBytes;
  private final List<Claim> claims;
  private final int[] parents;
  private final long[] runStarts;
  private final int[] runOwners;
  private final List<Overlap> overlaps;

  private ClaimMap(
      long sizeBytes,
      List<Claim> claims,
      int[] parents,
      long[] runStarts,
      int[] runOwners,
      List<Overlap> overlaps) {
    this.sizeBytes = sizeBytes;
    this.claims = claims;
    this.parents = parents;
    this.runStarts = runStarts;
    this.runOwners = runOwners;
    this.overlaps = overlaps;
  }

  /**
   * Builds the map. Empty claims are dropped; what reaches beyond the file is cut at its end.
   *
   * @param sizeBytes size of the file
   */
  public static ClaimMap of(long sizeBytes, Collection<Claim> claims) {
    List<Claim> sorted = new ArrayList<>(claims.size());
    ByteRange whole = new ByteRange(0, sizeBytes);
    for (Claim claim : claims) {
      ByteRange inside = claim.range().intersect(whole);
      if (!inside.isEmpty()) {
        sorted.add(
            inside.equals(claim.range())
                ? claim
                : new Claim(inside, claim.kind(), claim.label(), claim.place(), claim.target()));
      }
    }
    // A stable sort: of two claims on the same bytes the one that was listed later is inside.
    sorted.sort(Comparator.comparing(Claim::range));
    return new Sweep(sizeBytes, List.copyOf(sorted)).map();
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public List<Claim> at(long offset) {
    if (offset < 0 || offset >= sizeBytes) {
      return List.of();
    }
    int run = runAt(offset);
    int owner = runOwners[run];
    if (owner < 0) {
      return List.of(unowned(run));
    }
    List<Claim> way = new ArrayList<>();
    for (int claim = owner; claim >= 0; claim = parents[claim]) {
      way.addFirst(claims.get(claim));
    }
    return List.copyOf(way);
  }

  @Override
  public List<Run> runs(ByteRange window) {
    List<Run> found = new ArrayList<>();
    ByteRange inside = window.intersect(new ByteRange(0, sizeBytes));
    if (inside.isEmpty()) {
      return found;
    }
    for (int run = runAt(inside.start());
        run < runStarts.length && runStarts[run] < inside.end();
        run++) {
      int owner = runOwners[run];
      found.add(
          new Run(runRange(run).intersect(inside), owner < 0 ? unowned(run) : claims.get(owner)));
    }
    return found;
  }

  @Override
  public List<Claim> claims() {
    return claims;
  }

  @Override
  public List<Overlap> overlaps() {
    return overlaps;
  }

  private int runAt(long offset) {
    int found = java.util.Arrays.binarySearch(runStarts, offset);
    return found >= 0 ? found : -found - 2;
  }

  private ByteRange runRange(int run) {
    long end = run + 1 < runStarts.length ? runStarts[run + 1] : sizeBytes;
    return ByteRange.between(runStarts[run], end);
  }

  private Claim unowned(int run) {
    return new Claim(runRange(run), OwnerKind.UNOWNED, "unowned", null);
  }

  private static final class Sweep {
    private final long sizeBytes;
    private final List<Claim> claims;
    private final int[] parents;
    private final List<Overlap> overlaps = new ArrayList<>();
    private final List<Long> starts = new ArrayList<>();
    private final List<Integer> owners = new ArrayList<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private long position;

    Sweep(long sizeBytes, List<Claim> claims) {
      this.sizeBytes = sizeBytes;
      this.claims = claims;
      this.parents = new int[claims.size()];
    }

    ClaimMap map() {
      for (int i = 0; i < claims.size(); i++) {
        Claim claim = claims.get(i);
        closeUpTo(claim.range().start());
        parents[i] = parentOf(claim);
        open.push(i);
      }
      closeUpTo(sizeBytes);
      long[] runStarts = starts.stream().mapToLong(Long::longValue).toArray();
      int[] runOwners = owners.stream().mapToInt(Integer::intValue).toArray();
      return new ClaimMap(sizeBytes, claims, parents, runStarts, runOwners, List.copyOf(overlaps));
    }

    /** Emits the runs up to {@code end} and drops claims that have ended. */
    private void closeUpTo(long end) {
      while (position < end) {
        open.removeIf(i -> claims.get(i).range().end() <= position);
        Integer top = open.peek();
        long until = top == null ? end : Math.min(end, claims.get(top).range().end());
        emit(until, top == null ? -1 : top);
      }
      open.removeIf(i -> claims.get(i).range().end() <= position);
    }

    private void emit(long until, int owner) {
      if (owners.isEmpty() || owners.getLast() != owner) {
        starts.add(position);
        owners.add(owner);
      }
      position = until;
    }

    private int parentOf(Claim claim) {
      int parent = -1;
      for (int i : open) {
        Claim other = claims.get(i);
        if (other.range().contains(claim.range())) {
          parent = i;
          break;
        }
        if (overlaps.size() < MOST_OVERLAPS) {
          overlaps.add(new Overlap(other, claim, other.range().intersect(claim.range())));
        }
      }
      return parent;
    }
  }
}
