package org.kpackworkbench.views.format.kpack;

import java.util.Locale;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;

/** Sums in the words of the status bar. */
final class StatusWords {
  private static final String BETWEEN = " · ";

  private StatusWords() {}

  /**
   * Returns the text about the shown rows, and about the selected ones if there are several.
   *
   * @param all how many rows the archive has
   */
  static String of(Sums shown, int all, Sums selected) {
    String text = shown.rows() == all ? rows(all) : count(shown.rows()) + " of " + rows(all);
    text += BETWEEN + sums(shown);
    return selected.rows() < 2
        ? text
        : "selected " + count(selected.rows()) + BETWEEN + sums(selected) + "   |   " + text;
  }

  /** Sizes and ratio, and how many rows share a code object with another. */
  static String sums(Sums sums) {
    String text =
        "stored "
            + size(sums.storedBytes())
            + BETWEEN
            + "original "
            + size(sums.unpackedBytes(), sums.originalBytes());
    if (!Double.isNaN(sums.ratio())) {
      text += BETWEEN + percent(sums.ratio());
    }
    return sums.shared() == 0
        ? text
        : text
            + BETWEEN
            + CountText.grouped(sums.shared(), "duplicate")
            + " stored once"
            + (sums.unpackedBytes() < sums.originalBytes()
                ? ", " + size(sums.originalBytes(), sums.unpackedBytes()) + " with them"
                : "");
  }

  /** A ratio such as {@code 41.5 %}; a dash where it is not known. */
  static String percent(double ratio) {
    if (Double.isNaN(ratio)) {
      return "–";
    }
    return ratio >= 9.995
        ? String.format(Locale.ROOT, "%.1f ×", ratio)
        : String.format(Locale.ROOT, "%.1f %%", ratio * 100);
  }

  /** A size among others; a dash where it is not known. */
  static String size(long sizeBytes, long... beside) {
    return sizeBytes < 0 ? "–" : SizeText.of(sizeBytes, beside);
  }

  /** {@code 1 row}, {@code 100 000 rows}. */
  static String rows(int count) {
    return CountText.grouped(count, "row");
  }

  /** A number with its digits in groups. */
  static String count(long count) {
    return CountText.grouped(count);
  }
}
