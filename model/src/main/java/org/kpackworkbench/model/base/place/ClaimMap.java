package org.kpackworkbench.model.base.place;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.LazyList;

/**
 * An {@link Ownership} made of a list of claims.
 *
 * <p>Claims are sorted so that parents precede their children. Each claim's parent is the innermost
 * earlier one that contains it. The innermost owner of a byte is the claim that starts last before
 * it and still runs there; where claims overlap without nesting, the later one colours the shared
 * bytes.
 */
public final class ClaimMap implements Ownership {
  private final Sorted claims;
  private final int[] parents;
  private final long[] runStarts;
  private final int[] runOwners;

  private ClaimMap(Sweep sweep) {
    this.claims = sweep.claims;
    this.parents = sweep.parents;
    this.runStarts = sweep.starts.stream().mapToLong(Long::longValue).toArray();
    this.runOwners = sweep.owners.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Claims whose ranges are known, each made when it is requested. */
  public interface Source {
    /** Number of claims. */
    int size();

    /** The range of a claim; empty where there is none. */
    ByteRange range(int number);

    /** The claim at a number whose range is not empty. */
    Claim claim(int number);
  }

  /**
   * Builds the map. Empty claims are dropped; what reaches beyond the file is cut at its end.
   *
   * @param sizeBytes size of the file
   */
  public static ClaimMap of(long sizeBytes, Collection<Claim> claims) {
    List<Claim> all = List.copyOf(claims);
    return of(
        sizeBytes,
        new Source() {
          @Override
          public int size() {
            return all.size();
          }

          @Override
          public ByteRange range(int number) {
            return all.get(number).range();
          }

          @Override
          public Claim claim(int number) {
            return all.get(number);
          }
        });
  }

  /** Builds the map of claims that are too many to hold, as {@link #of(long, Collection)} does. */
  public static ClaimMap of(long sizeBytes, Source source) {
    return new Sweep(new Sorted(new ByteRange(0, sizeBytes), source)).map();
  }

  /** The claims inside a file, parents before their children. */
  private static final class Sorted {
    private final ByteRange file;
    private final Source source;
    private final int[] numbers;

    Sorted(ByteRange file, Source source) {
      this.file = file;
      this.source = source;
      // A stable sort: of two claims on the same bytes the one that was listed later is inside.
      this.numbers =
          IntStream.range(0, source.size())
              .filter(number -> !source.range(number).intersect(file).isEmpty())
              .boxed()
              .sorted(Comparator.comparing(number -> source.range(number).intersect(file)))
              .mapToInt(Integer::intValue)
              .toArray();
    }

    ByteRange range(int at) {
      return source.range(numbers[at]).intersect(file);
    }

    Claim get(int at) {
      Claim claim = source.claim(numbers[at]);
      ByteRange inside = range(at);
      return inside.equals(claim.range())
          ? claim
          : new Claim(inside, claim.kind(), claim.label(), claim.place(), claim.target());
    }
  }

  @Override
  public long sizeBytes() {
    return claims.file.length();
  }

  @Override
  public List<Claim> at(long offset) {
    if (offset < 0 || offset >= sizeBytes()) {
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
    ByteRange inside = window.intersect(claims.file);
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
    return new LazyList<>(claims.numbers.length, claims::get);
  }

  private int runAt(long offset) {
    int found = java.util.Arrays.binarySearch(runStarts, offset);
    return found >= 0 ? found : -found - 2;
  }

  private ByteRange runRange(int run) {
    long end = run + 1 < runStarts.length ? runStarts[run + 1] : sizeBytes();
    return ByteRange.between(runStarts[run], end);
  }

  private Claim unowned(int run) {
    return new Claim(runRange(run), OwnerKind.UNOWNED, "unowned", null);
  }

  private static final class Sweep {
    private final Sorted claims;
    private final int[] parents;
    private final List<Long> starts = new ArrayList<>();
    private final List<Integer> owners = new ArrayList<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private long position;

    Sweep(Sorted claims) {
      this.claims = claims;
      this.parents = new int[claims.numbers.length];
    }

    ClaimMap map() {
      for (int i = 0; i < parents.length; i++) {
        closeUpTo(claims.range(i).start());
        parents[i] = parentOf(i);
        open.push(i);
      }
      closeUpTo(claims.file.length());
      return new ClaimMap(this);
    }

    /** Emits the runs up to {@code end} and drops claims that have ended. */
    private void closeUpTo(long end) {
      while (position < end) {
        open.removeIf(i -> claims.range(i).end() <= position);
        Integer top = open.peek();
        long until = top == null ? end : Math.min(end, claims.range(top).end());
        emit(until, top == null ? -1 : top);
      }
      open.removeIf(i -> claims.range(i).end() <= position);
    }

    private void emit(long until, int owner) {
      if (owners.isEmpty() || owners.getLast() != owner) {
        starts.add(position);
        owners.add(owner);
      }
      position = until;
    }

    private int parentOf(int claim) {
      ByteRange own = claims.range(claim);
      for (int i : open) {
        if (claims.range(i).contains(own)) {
          return i;
        }
      }
      return -1;
    }
  }
}
