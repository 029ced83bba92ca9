package org.kpackworkbench.model.base.unpack;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * How much one operation may unpack. Two limits hold: of each packed thing no more than a plausible
 * number of times its stored size, and of all together no more than a plausible number of times the
 * size of the files they come from. Real code unpacks to about twenty times; identical code objects
 * that share what is stored make that more. Safe for use by many threads.
 */
public final class UnpackBudget {
  /** One packed thing may always unpack to this many bytes. */
  public static final long SURE_BYTES = 64L << 20;

  /** Beyond {@link #SURE_BYTES}, how many times its stored size one thing may be. */
  public static final int MOST_TIMES = 1000;

  /** An operation may always unpack this many bytes. */
  public static final long SURE_SUM_BYTES = 512L << 20;

  /** Beyond {@link #SURE_SUM_BYTES}, how many times the size of the files it reads. */
  public static final int MOST_SUM_TIMES = 200;

  /** A packed file may always have this many members. */
  public static final int SURE_MEMBERS = 20_000;

  /** Beyond {@link #SURE_MEMBERS}, the least that a member takes of a packed file. */
  public static final int LEAST_MEMBER_BYTES = 16;

  private static final String OTHER_COMMANDS =
      "If you trust the file, use a command with --allow-large on the command line: extract and"
          + " verify have it.";
  private static final String OWN_OPTION = "If you trust the file, --allow-large allows it.";

  private enum Extent {
    ONE,
    OPERATION,
    EVERYTHING
  }

  private record TooMuch(long bytes, long filesBytes) {}

  private final Extent extent;
  private final String advice;
  private final Set<String> inputs = ConcurrentHashMap.newKeySet();
  private final AtomicLong inputBytes = new AtomicLong();
  private final AtomicLong unpackedBytes = new AtomicLong();
  private volatile @Nullable TooMuch refused;

  private UnpackBudget(Extent extent, String advice) {
    this.extent = extent;
    this.advice = advice;
  }

  /**
   * For reading one item at a time, as in the window, where a file may stay open for long: each
   * thing has its limit, and there is no sum.
   */
  public static UnpackBudget one() {
    return new UnpackBudget(Extent.ONE, OTHER_COMMANDS);
  }

  /** For one operation of which the user cannot allow any size. */
  public static UnpackBudget operation() {
    return new UnpackBudget(Extent.OPERATION, OTHER_COMMANDS);
  }

  /**
   * For one operation that has the option {@code --allow-large}.
   *
   * @param allowLarge whether the user has allowed any size; then nothing is refused
   */
  public static UnpackBudget operation(boolean allowLarge) {
    return new UnpackBudget(allowLarge ? Extent.EVERYTHING : Extent.OPERATION, OWN_OPTION);
  }

  /** For what this program has just packed itself, or what the user has allowed. */
  public static UnpackBudget everything() {
    return new UnpackBudget(Extent.EVERYTHING, OWN_OPTION);
  }

  /** Whether so many bytes of all things together are more than is plausible for their files. */
  public static boolean implausibleSum(long bytes, long filesBytes) {
    return bytes > SURE_SUM_BYTES && bytes / MOST_SUM_TIMES > filesBytes;
  }

  /** Whether so many bytes are more than is plausible for one thing of that stored size. */
  public static boolean implausible(long bytes, long storedBytes) {
    return bytes > SURE_BYTES && bytes / MOST_TIMES > storedBytes;
  }

  /** Whether so many members are more than is plausible for a packed file of that size. */
  public static boolean implausibleMembers(long members, long storedBytes) {
    return members > SURE_MEMBERS && members > storedBytes / LEAST_MEMBER_BYTES;
  }

  /** Advice about a refusal, for messages. */
  public String advice() {
    return advice;
  }

  /** Whether any size is allowed. */
  public boolean allowsEverything() {
    return extent == Extent.EVERYTHING;
  }

  /** Where a packed thing is, to begin an error about it. */
  @FunctionalInterface
  public interface Where {
    /** Begins an error that names file, structure and field. */
    FormatException.Builder error(Reason reason);
  }

  /**
   * Begins to unpack something.
   *
   * @param input what it is read from, a file or a part of one; counted once in the sum, however
   *     much is unpacked of it
   * @param inputBytes the size of that
   * @param storedBytes the size of the packed thing
   */
  public UnpackMeter meter(String input, long inputBytes, long storedBytes, Where where) {
    if (extent == Extent.OPERATION && inputs.add(input)) {
      this.inputBytes.addAndGet(inputBytes);
    }
    return new UnpackMeter(this, storedBytes, where);
  }

  /** Begins to unpack something that is stored for itself. */
  public UnpackMeter meter(ByteView stored, String structure) {
    return meter(
        stored.name() + "@" + stored.fileOffset(0),
        stored.size(),
        stored.size(),
        reason -> FormatException.at(stored, 0, structure, "", reason));
  }

  /** Whether the limit for one thing holds. */
  boolean limitsEach() {
    return extent != Extent.EVERYTHING;
  }

  /** Whether the limit for all together holds. */
  boolean limitsSum() {
    return extent == Extent.OPERATION;
  }

  /**
   * Adds what came out. Throws where it has become too much, and from then on: further files to
   * read do not allow more.
   */
  void count(long bytes, Where where) throws FormatException {
    if (extent == Extent.OPERATION) {
      long sum = unpackedBytes.addAndGet(bytes);
      TooMuch first = refused;
      if (first == null) {
        first = tooMuch(sum);
        refused = first;
      }
      refuse(first, where);
    }
  }

  /** Throws where so much more would be too much. */
  void checkMore(long bytes, Where where) throws FormatException {
    if (extent == Extent.OPERATION) {
      long now = unpackedBytes.get();
      refuse(tooMuch(bytes > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + bytes), where);
    }
  }

  private @Nullable TooMuch tooMuch(long sum) {
    long files = inputBytes.get();
    return implausibleSum(sum, files) ? new TooMuch(sum, files) : null;
  }

  private void refuse(@Nullable TooMuch found, Where where) throws FormatException {
    if (found != null) {
      throw where
          .error(Reason.TOO_LARGE)
          .expected(
              "at most %d times the %d bytes of what is read, for the whole operation"
                  .formatted(MOST_SUM_TIMES, found.filesBytes))
          .found("%d bytes, with what was unpacked before".formatted(found.bytes))
          .advice(advice)
          .build();
    }
  }
}
