package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayReport;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;

/** {@code overlay}: artifacts onto one tree. */
final class OverlayCommand extends OperationCommand<OverlayRequest> {
  OverlayCommand(Console console) {
    super(console, OverlayRequest.OPERATION);
  }

  @Override
  int run(OverlayRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    Overlay overlaying = new Overlay(request);
    OverlayReport report =
        dryRun
            ? overlaying.plan(console().progress())
            : Interruptible.run(overlaying::run, console());
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(request, dryRun), report.findings());
    if (!report.conflicts().isEmpty()) {
      console().note("Nothing was written: artifacts have different content at the same path.");
      return ExitStatus.FINDINGS;
    }
    if (dryRun) {
      output.nothingWritten("");
    }
    return status;
  }
}
