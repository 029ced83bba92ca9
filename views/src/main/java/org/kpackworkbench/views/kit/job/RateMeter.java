package org.kpackworkbench.views.kit.job;

/**
 * How fast something goes, smoothed over a few seconds. Not safe for use by many threads.
 *
 * <p>Times are in nanoseconds of {@link System#nanoTime}, units whatever the job counts.
 */
final class RateMeter {
  private static final double SMOOTHING_SECONDS = 3;

  private long lastUnits;
  private long lastNanos;
  private boolean started;
  private double unitsPerSecond;

  /** Starts counting again from {@code units}. */
  void restart(long units, long nanos) {
    lastUnits = units;
    lastNanos = nanos;
    started = true;
    unitsPerSecond = 0;
  }

  /** So many units were done at that time. */
  void sample(long units, long nanos) {
    if (!started) {
      restart(units, nanos);
      return;
    }
    double seconds = (nanos - lastNanos) / 1e9;
    if (seconds <= 0) {
      return;
    }
    double rate = Math.max(0, units - lastUnits) / seconds;
    double weight = unitsPerSecond == 0 ? 1 : 1 - Math.exp(-seconds / SMOOTHING_SECONDS);
    unitsPerSecond += weight * (rate - unitsPerSecond);
    lastUnits = units;
    lastNanos = nanos;
  }

  double unitsPerSecond() {
    return unitsPerSecond;
  }

  /** Seconds until {@code units} more are done, or -1 if that is unknown. */
  long secondsFor(long units) {
    return unitsPerSecond < 1e-9 ? -1 : (long) Math.ceil(units / unitsPerSecond);
  }
}
