package org.kpackworkbench.model.operation.convert;

import java.util.List;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.output.Finding;

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
