package org.kpackworkbench.model.analysis.estimate;

import java.util.Locale;
import org.kpackworkbench.model.base.output.Facts;

/**
 * Figures of a way.
 *
 * @param sizeBytes the size of the archive, with dictionaries and table
 * @param todayBytes that of today's way
 * @param writeNanos time to write and verify the archive
 * @param firstNanos time to open the archive and read its first code object
 * @param medianNanos time to open it and read one code object, in the median
 * @param worstNanos the longest such time
 * @param worstUnpackedBytes the most that is unpacked for one code object
 * @param allNanos time to read all code objects
 */
public record Measured(
    Way way,
    long sizeBytes,
    long todayBytes,
    long writeNanos,
    long firstNanos,
    long medianNanos,
    long worstNanos,
    long worstUnpackedBytes,
    long allNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The size in percent of today's. */
  public double percent() {
    return 100.0 * sizeBytes / Math.max(1, todayBytes);
  }

  /** A time in words. */
  public static String time(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    if (millis < 1) {
      return "%d µs".formatted(Math.round(millis * 1000));
    }
    return millis < 10
        ? String.format(Locale.ROOT, "%.1f ms", millis)
        : millis < 1000
            ? String.format(Locale.ROOT, "%.0f ms", millis)
            : String.format(Locale.ROOT, "%.1f s", millis / 1000);
  }

  void describe(Facts facts) {
    facts
        .text("way", way.words())
        .text("scheme", way.scheme().text())
        .flag("experimental", way.scheme().isExperimental())
        .number("level", way.level())
        .text("group", way.grouping().text())
        .number("dictionary", way.dictionaryBytes())
        .flag("long", way.isLong())
        .text("arrangement", way.arrangement().text())
        .number("size", sizeBytes)
        .number("percent", Math.round(percent()))
        .shown(String.format(Locale.ROOT, "%.1f %%", percent()));
    time(facts, "writeMicros", writeNanos);
    time(facts, "firstMicros", firstNanos);
    time(facts, "medianMicros", medianNanos);
    time(facts, "worstMicros", worstNanos);
    facts.size("worstUnpacked", worstUnpackedBytes);
    time(facts, "allMicros", allNanos);
  }

  private static void time(Facts facts, String name, long nanos) {
    facts.number(name, nanos / 1000).shown(time(nanos));
  }
}
