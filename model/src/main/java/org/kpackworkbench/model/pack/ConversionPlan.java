package org.kpackworkbench.model.pack;

import java.util.List;
import org.kpackworkbench.model.hostonly.ConvertPreview;

/**
 * What a conversion would do.
 *
 * @param binary the host-only binary
 * @param archives the archives, in the order of their targets; sizes are not known
 * @param dropped targets that are left out
 * @param findings what else is to be known
 */
public record ConversionPlan(
    ConvertPreview binary,
    List<PackedArchive> archives,
    List<DroppedTarget> dropped,
    List<Finding> findings) {
  public ConversionPlan {
    archives = List.copyOf(archives);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }
}
