package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackRequest;

/** {@code pack}: a tree with host-only binaries and one archive. */
final class PackCommand extends OperationCommand<PackRequest> {
  PackCommand(Console console) {
    super(console, PackRequest.OPERATION);
  }

  @Override
  int run(PackRequest request, Arguments given) throws IOException {
    boolean json = given.get(CommonOptions.JSON);
    ReportOutput output = new ReportOutput(console(), json);
    if (given.get(CommonOptions.DRY_RUN)) {
      PackPlan plan = new Pack(request.replacing(true)).plan(console().progress());
      int status = output.print(plan.describe(request), plan.findings());
      output.nothingWritten(request.output(), request.replace());
      return status;
    }
    PackReport report = Interruptible.run(new Pack(request)::run, console());
    return output.print(report.describe(request), report.findings());
  }
}
