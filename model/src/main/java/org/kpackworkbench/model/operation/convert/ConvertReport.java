package org.kpackworkbench.model.operation.convert;

import java.util.List;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of a conversion.
 *
 * @param binary the binary before and after
 * @param archives the archives that were written
 * @param dropped targets that were left out
 * @param findings what else is to be known
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record ConvertReport(
    HostOnlyReport binary,
    List<PlannedArchive> archives,
    List<DroppedTarget> dropped,
    List<OperationNote> findings,
    boolean upToDate) {
  public ConvertReport {
    archives = List.copyOf(archives);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }

  /** Returns the report of the conversion. */
  public Report describe(ConvertRequest request) {
    return new ConvertPlan(binary.preview(), archives, dropped, findings)
        .describe(request, false, upToDate);
  }
}
