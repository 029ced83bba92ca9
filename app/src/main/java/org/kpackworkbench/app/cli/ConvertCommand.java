package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertReport;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code convert}: makes a binary host-only, its device code goes into archives. */
final class ConvertCommand extends OperationCommand<ConvertRequest> {
  ConvertCommand(Console console) {
    super(console, ConvertRequest.OPERATION);
  }

  @Override
  int run(ConvertRequest request, Arguments given) throws IOException {
    boolean json = given.get(CommonOptions.JSON);
    ReportOutput output = new ReportOutput(console(), json);
    Convert conversion = new Convert(request);
    if (given.get(CommonOptions.DRY_RUN)) {
      ConvertPlan plan = conversion.plan(console().progress());
      int status = output.print(plan.describe(request), plan.findings());
      output.nothingWritten(request.output(), request.replace());
      return status;
    }
    ConvertReport report = Interruptible.run(conversion::run, console());
    return output.print(report.describe(request), report.findings());
  }
}
