package org.kpackworkbench.model.operation.convert;

import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Plan of a conversion.
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

  /** Returns the report on what would be written. */
  public Report describe(ConvertRequest request) {
    return describe(request, true, false);
  }

  Report describe(ConvertRequest request, boolean dryRun, boolean upToDate) {
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate)
            .aside("what", binary.outcome().words());
    binary.describe(facts);
    boolean discarded = request.discard() && binary.outcome() == HostOnlyOutcome.CONVERTED;
    facts
        .aside("device code", discarded ? "discarded" : "")
        .list("archives", archives, PlannedArchive::describe)
        .list("dropped", dropped, DroppedTarget::describe);
    Report report =
        new Report(facts)
            .line("%s: %s", "input", "what")
            .values("output", "inputSize", "outputSize", "wrappers", "pagesRemoved", "device code");
    return DroppedTarget.lines(PlannedArchive.table(report)).line("%s", "upToDate");
  }
}
