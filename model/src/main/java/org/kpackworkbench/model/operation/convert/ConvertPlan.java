package org.kpackworkbench.model.operation.convert;

import java.util.List;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * What a conversion would do.
 *
 * @param binary the host-only binary
 * @param archives the archives, in the order of their targets; sizes are not known
 * @param dropped targets that are left out
 * @param findings what else is to be known
 */
public record ConvertPlan(
    HostOnlyPreview binary,
    List<PlannedArchive> archives,
    List<DroppedTarget> dropped,
    List<OperationNote> findings) {
  public ConvertPlan {
    archives = List.copyOf(archives);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }
}
