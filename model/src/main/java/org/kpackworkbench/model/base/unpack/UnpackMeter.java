package org.kpackworkbench.model.base.unpack;

import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Counts what comes out of one packed thing, within an operation's {@link UnpackBudget}. */
public final class UnpackMeter {
  private final UnpackBudget budget;
  private final long storedBytes;
  private final UnpackBudget.Where where;
  private final AtomicLong unpacked = new AtomicLong();

  UnpackMeter(UnpackBudget budget, long storedBytes, UnpackBudget.Where where) {
    this.budget = budget;
    this.storedBytes = storedBytes;
    this.where = where;
  }

  /**
   * Checks a stated size, before anything is unpacked or allocated.
   *
   * @throws FormatException {@code TOO_LARGE} where it is more than is plausible
   */
  public void declare(long bytes) throws FormatException {
    check(bytes, Long.toString(bytes));
    budget.checkMore(bytes, where);
  }

  /**
   * Checks the sum of the stated sizes of several things that are stored here, before the first of
   * them. Where an operation has no limit for its sum, that for one thing holds.
   *
   * @throws FormatException {@code TOO_LARGE} where it is more than is plausible
   */
  public void declareSum(long bytes) throws FormatException {
    if (!budget.limitsSum()) {
      check(bytes, Long.toString(bytes));
    }
    budget.checkMore(bytes, where);
  }

  /**
   * Counts bytes that came out.
   *
   * @throws FormatException {@code TOO_LARGE} where that is more than is plausible by now
   */
  public void count(long bytes) throws FormatException {
    check(unpacked.addAndGet(bytes), "more");
    budget.count(bytes, where);
  }

  private void check(long bytes, String found) throws FormatException {
    if (budget.limitsEach() && UnpackBudget.implausible(bytes, storedBytes)) {
      throw where
          .error(Reason.TOO_LARGE)
          .expected(
              "at most %d times the %d bytes here".formatted(UnpackBudget.MOST_TIMES, storedBytes))
          .found(found)
          .advice(budget.advice())
          .build();
    }
  }
}
