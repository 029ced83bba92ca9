package org.kpackworkbench.model.bench;

import java.util.Locale;

/**
 * What a figure is held against.
 *
 * @param words for the table
 * @param verdict whether it is met
 */
public record Limit(String words, Verdict verdict) {
  /** Nothing. */
  public static final Limit NONE = new Limit("", Verdict.NONE);

  /** The result. */
  public enum Verdict {
    /** There is no limit. */
    NONE(""),
    MET("met"),
    MISSED("**missed**");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }

    static Verdict of(boolean met) {
      return met ? MET : MISSED;
    }
  }

  /** An absolute one. */
  public static Limit seconds(double most, Samples samples) {
    return new Limit("at most " + Units.time(most), Verdict.of(samples.median() <= most));
  }

  /** An absolute one for 99 of 100 frames. */
  public static Limit frames(double most, Samples samples) {
    return new Limit(
        "99 of 100 at most " + Units.time(most), Verdict.of(samples.percentile(99) <= most));
  }

  /** Beside something else that does like work, without a limit. */
  public static Limit beside(Samples samples, String name, double seconds) {
    return new Limit(ratio(samples, name, seconds), Verdict.NONE);
  }

  /** At most so many times as long as something else. */
  public static Limit times(double most, Samples samples, String name, double seconds) {
    return new Limit(
        ratio(samples, name, seconds) + " (at most %s)".formatted(plain(most)),
        Verdict.of(samples.median() <= most * seconds));
  }

  /** Both; missed as soon as one is. */
  public Limit and(Limit other) {
    if (words.isEmpty() || other.words.isEmpty()) {
      return words.isEmpty() ? other : this;
    }
    boolean missed = verdict == Verdict.MISSED || other.verdict == Verdict.MISSED;
    boolean met = verdict == Verdict.MET || other.verdict == Verdict.MET;
    return new Limit(
        words + "; " + other.words, missed ? Verdict.MISSED : met ? Verdict.MET : Verdict.NONE);
  }

  /** A figure in megabytes. */
  public static Limit megabytes(String what, double most, long kb) {
    return new Limit(
        "%s %s MB (at most %s)".formatted(what, Units.megabytes(kb), plain(most)),
        Verdict.of(kb * 1024 <= most * 1e6));
  }

  private static String ratio(Samples samples, String name, double seconds) {
    return String.format(Locale.ROOT, "%.2f × %s", samples.median() / seconds, name);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? "%.0f".formatted(number) : Double.toString(number);
  }
}
