package org.kpackworkbench.model.analysis.diff;

import java.util.Locale;

/**
 * How much a number grew.
 *
 * @param before what it was
 * @param after what it is
 */
public record Delta(long before, long after) {

  /** How much it grew; negative where it shrank. */
  public long amount() {
    return after - before;
  }

  /** How much it grew for each hundred that it was; NaN where it was nothing. */
  public double percent() {
    return before == 0 ? Double.NaN : 100.0 * amount() / before;
  }

  /** For people, e.g. {@code +12 (+3.4 %)}. */
  public String words() {
    String amount = "%+d".formatted(amount());
    return before == 0
        ? amount
        : "%s (%s)".formatted(amount, String.format(Locale.ROOT, "%+.1f %%", percent()));
  }
}
