package org.kpackworkbench.model.analysis.diff.export;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;

/**
 * The parts of a comparison to export.
 *
 * @param format how
 * @param all whether also what does not differ
 * @param group only rows of this kind; null for all kinds
 * @param depth how many levels of comparisons below changed rows are opened and written, too
 * @param byGrowth whether the rows that grew most come first and those that shrank most last; as
 *     the comparison has them otherwise. What lies below a row keeps its order.
 * @param manifests in which order manifests follow one another
 */
public record ExportRequest(
    ExportFormat format,
    boolean all,
    @Nullable String group,
    int depth,
    boolean byGrowth,
    Order manifests) {

  /** All differences, one level. */
  public static ExportRequest differences(ExportFormat format) {
    return new ExportRequest(format, false, null, 0, false, Order.GIVEN);
  }

  /** Returns the request with another format. */
  public ExportRequest in(ExportFormat other) {
    return new ExportRequest(other, all, group, depth, byGrowth, manifests);
  }

  /** Returns the request with another order of manifests. */
  public ExportRequest ordered(Order order) {
    return new ExportRequest(format, all, group, depth, byGrowth, order);
  }
}
