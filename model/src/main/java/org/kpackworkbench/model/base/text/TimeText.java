package org.kpackworkbench.model.base.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes points in time and durations for people. */
public final class TimeText {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter MINUTES =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
  private static final DateTimeFormatter MAIL =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ROOT);

  private TimeText() {}

  /** As {@code 2026-03-01 14:05:09} in a time zone. */
  public static String seconds(Instant time, ZoneId zone) {
    return SECONDS.format(time.atZone(zone));
  }

  /** As {@code 2026-03-01 14:05:09 UTC}. */
  public static String seconds(Instant time) {
    return seconds(time, ZoneOffset.UTC) + " UTC";
  }

  /** As {@code 2026-03-01 14:05} in a time zone. */
  public static String minutes(Instant time, ZoneId zone) {
    return MINUTES.format(time.atZone(zone));
  }

  /** As {@code 2026-03-01 14:05 UTC}. */
  public static String minutes(Instant time) {
    return minutes(time, ZoneOffset.UTC) + " UTC";
  }

  /** As mails and changelogs have it: {@code Sun, 01 Mar 2026 14:05:09 +0000}. */
  public static String mail(Instant time) {
    return MAIL.format(time.atZone(ZoneOffset.UTC));
  }

  /**
   * A duration: {@code 14 s}, {@code 1 min 05 s}, {@code 3 h 07 min}.
   *
   * @param seconds 0 or more
   */
  public static String duration(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? "%d min %02d s".formatted(seconds / 60, seconds % 60)
        : "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
  }
}
