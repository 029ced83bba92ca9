package org.kpackworkbench.model.analysis.diff.export;

import org.jspecify.annotations.Nullable;

/**
 * What of a comparison is written down.
 *
 * @param format how
 * @param all whether also what does not differ
 * @param group only rows of this kind; null for all kinds
 * @param depth how many levels of comparisons below changed rows are opened and written, too
 * @param byGrowth whether the rows that grew most come first and those that shrank most last; as
 *     the comparison has them otherwise. What lies below a row keeps its order.
 */
public record ExportRequest(
    ExportFormat format, boolean all, @Nullable String group, int depth, boolean byGrowth) {

  /** All differences, one level. */
  public static ExportRequest differences(ExportFormat format) {
    return new ExportRequest(format, false, null, 0, false);
  }
}
