package org.kpackworkbench.app.console;

import java.io.PrintStream;
import java.util.function.LongSupplier;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.text.SafeText;
import org.kpackworkbench.model.base.text.TimeText;

/**
 * A line on a terminal that says how far a command is, written over and over again. Appears only
 * when there is something to wait for. Safe for use by many threads.
 */
final class TerminalProgress implements Progress {
  private static final long FIRST_AFTER_NANOS = 400_000_000L;
  private static final long NEXT_AFTER_NANOS = 100_000_000L;
  private static final double SECONDS_TO_KNOW = 1;
  private static final String TO_LINE_START_AND_CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final LongSupplier nanoClock;
  private String what = "";
  private long total;
  private Unit unit = Unit.BYTES;
  private long done;
  private long nextAt;
  private long begunAt;
  private boolean shown;
  private boolean ended;
  private volatile boolean cancelled;
  private final Width width;

  TerminalProgress(PrintStream err, LongSupplier nanoClock, Width width) {
    this.err = err;
    this.nanoClock = nanoClock;
    this.width = width;
  }

  @Override
  public synchronized void begin(String what, long totalUnits, Unit unit) {
    this.what = what;
    this.total = totalUnits;
    this.unit = unit;
    this.done = 0;
    this.begunAt = nanoClock.getAsLong();
    if (!shown) {
      nextAt = nanoClock.getAsLong() + FIRST_AFTER_NANOS;
    }
  }

  @Override
  public synchronized void advance(long units) {
    done += units;
    long now = nanoClock.getAsLong();
    if (!ended && now - nextAt >= 0) {
      nextAt = now + NEXT_AFTER_NANOS;
      shown = true;
      err.print(TO_LINE_START_AND_CLEAR + fitting(SafeText.of(line())));
      err.flush();
    }
  }

  /** Not more than a line, of which the last place is the cursor's: else a part would stay. */
  private String fitting(String line) {
    int most = width.columns() - 1;
    return most <= 0 || line.length() <= most ? line : line.substring(0, most - 1) + "…";
  }

  private String line() {
    if (total <= 0) {
      return done == 0 ? what + "…" : "%s: %s".formatted(what, unit.amount(done));
    }
    long shownDone = Math.min(done, total);
    return "%s: %s, %d %%%s"
        .formatted(
            what, unit.part(shownDone, total), (int) (100.0 * shownDone / total), rate(shownDone));
  }

  /** How fast it goes, and how long it will take; nothing is known before that. */
  private String rate(long shownDone) {
    double seconds = (nanoClock.getAsLong() - begunAt) / 1e9;
    if (seconds < SECONDS_TO_KNOW || shownDone == 0) {
      return "";
    }
    double perSecond = shownDone / seconds;
    long left = (long) Math.ceil((total - shownDone) / perSecond);
    return ", %s, %s left".formatted(unit.rate(perSecond), TimeText.duration(left));
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  /** Ends all that reports here. */
  void cancel() {
    cancelled = true;
  }

  /** Removes the line permanently. */
  synchronized void end() {
    clear();
    ended = true;
  }

  /** Takes the line away, so that something else can be written. */
  synchronized void clear() {
    if (shown) {
      shown = false;
      nextAt = nanoClock.getAsLong() + NEXT_AFTER_NANOS;
      err.print(TO_LINE_START_AND_CLEAR);
      err.flush();
    }
  }
}
