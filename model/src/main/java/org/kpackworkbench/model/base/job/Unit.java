package org.kpackworkbench.model.base.job;

import java.util.Locale;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;

/** Units of the steps of a long operation, and how they are written. */
public enum Unit {
  /** Bytes, written as sizes: {@code 1.0 MiB of 4.0 MiB}. */
  BYTES(""),
  /** Files of a tree, or that were named. */
  FILES("file"),
  /** Names of a tree: files, folders and links. */
  NAMES("name"),
  /** Code objects, of files, archives or databases. */
  CODE_OBJECTS("code object"),
  /** Wrappers of a fat binary. */
  WRAPPERS("wrapper"),
  /** Rows of a table or a manifest. */
  ROWS("row"),
  /** Parts of a database. */
  PARTS("part"),
  /** Artifacts. */
  ARTIFACTS("artifact"),
  /** Components that artifacts are recombined to. */
  COMPONENTS("component"),
  /** Packages and wheels. */
  PACKAGES("package");

  private static final double FEW = 10;

  private final String one;

  Unit(String one) {
    this.one = one;
  }

  /** How much there is, e.g. {@code 3 files} or {@code 4.0 MiB}. */
  public String amount(long units) {
    return this == BYTES ? SizeText.of(units) : CountText.of(units, one);
  }

  /** How much of all is done, e.g. {@code 3 of 50 files} or {@code 1.0 MiB of 4.0 MiB}. */
  public String part(long done, long total) {
    return (this == BYTES ? SizeText.of(done) : String.valueOf(done)) + " of " + amount(total);
  }

  /**
   * How fast it goes, e.g. {@code 12 files/s}, {@code 0.5 files/s} or {@code 4.0 MiB/s}.
   *
   * @param unitsPerSecond not negative
   */
  public String rate(double unitsPerSecond) {
    if (this == BYTES) {
      return SizeText.of((long) unitsPerSecond) + "/s";
    }
    String number =
        String.format(Locale.ROOT, unitsPerSecond < FEW ? "%.1f" : "%.0f", unitsPerSecond);
    return number + " " + CountText.word(2, one) + "/s";
  }
}
