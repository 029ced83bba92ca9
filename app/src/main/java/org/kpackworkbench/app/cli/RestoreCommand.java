package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** {@code restore}: puts the device code of a host-only binary back into it. */
final class RestoreCommand extends OperationCommand<RestoreRequest> {
  RestoreCommand(Console console) {
    super(console, RestoreRequest.OPERATION);
  }

  @Override
  int run(RestoreRequest request, Arguments given) throws IOException, CliException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    Restore restore = new Restore(request);
    RestoreReport report;
    try {
      report =
          dryRun ? restore.plan(console().progress()) : Interruptible.run(restore::run, console());
    } catch (RestoreRefusedException refused) {
      throw CliException.failed(refused.getMessage() + advice(refused));
    }
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    output.print(report.describe(request, dryRun), report.findings());
    if (dryRun) {
      output.nothingWritten("");
    }
    return report.missing().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private static String advice(RestoreRefusedException refused) {
    return switch (refused.refusal()) {
      case MISSING_CODE -> ". Name more archives (--archive), or leave it out (--partial)";
      case NO_ARCHIVES -> ". Name them (--archive)";
      case CONTRADICTING_ARCHIVES -> ". Name only those that belong to it (--archive)";
      default -> ". " + refused.refusal().advice();
    };
  }
}
