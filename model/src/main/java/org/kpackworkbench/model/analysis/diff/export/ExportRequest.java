package org.kpackworkbench.model.analysis.diff.export;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Order;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;

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
 * @param findings what JSON says at its end about what was read
 */
public record ExportRequest(
    ExportFormat format,
    boolean all,
    @Nullable String group,
    int depth,
    boolean byGrowth,
    Order manifests,
    Facts.Rows<Facts> findings) {

  /** All differences, one level. */
  public static ExportRequest differences(ExportFormat format) {
    return new ExportRequest(format, false, null, 0, false, Order.GIVEN, JsonOut.NO_FINDINGS);
  }

  /** Returns the request with another format. */
  public ExportRequest in(ExportFormat other) {
    return new ExportRequest(other, all, group, depth, byGrowth, manifests, findings);
  }

  /** Returns the request with another order of manifests. */
  public ExportRequest ordered(Order order) {
    return new ExportRequest(format, all, group, depth, byGrowth, order, findings);
  }

  /** Returns the request with findings. */
  public ExportRequest with(Facts.Rows<Facts> found) {
    return new ExportRequest(format, all, group, depth, byGrowth, manifests, found);
  }
}
