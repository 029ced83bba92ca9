package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

/** {@code split-wheel}: a wheel into a host wheel and one for each GPU. */
final class SplitWheelCommand extends OperationCommand<WheelSplitRequest> {
  SplitWheelCommand(Console console) {
    super(console, WheelSplitRequest.OPERATION);
  }

  @Override
  int run(WheelSplitRequest request, Arguments given) throws IOException, CliException {
    WheelSplit split = new WheelSplit(request);
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    WheelSplitReport report;
    try {
      report = Interruptible.run(dryRun ? split::plan : split::run, console());
    } catch (OperationException refused) {
      if (refused.reason() == OperationException.Obstacle.NOTHING_TO_SPLIT) {
        throw CliException.notFound(String.valueOf(refused.getMessage()));
      }
      throw refused;
    }
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(), report.findings());
    if (dryRun) {
      output.nothingWritten("");
    }
    return status;
  }
}
