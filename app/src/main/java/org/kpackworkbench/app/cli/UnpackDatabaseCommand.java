package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.database.UnpackDatabase;
import org.kpackworkbench.model.operation.database.UnpackDatabaseReport;
import org.kpackworkbench.model.operation.database.UnpackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code unpack-database}: archives into kernel databases. */
final class UnpackDatabaseCommand extends OperationCommand<UnpackDatabaseRequest> {
  UnpackDatabaseCommand(Console console) {
    super(console, UnpackDatabaseRequest.OPERATION);
  }

  @Override
  int run(UnpackDatabaseRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    UnpackDatabase unpacking = new UnpackDatabase(request);
    UnpackDatabaseReport report =
        dryRun
            ? unpacking.plan(console().progress())
            : Interruptible.run(unpacking::run, console());
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(dryRun), report.findings());
    if (dryRun) {
      output.nothingWritten("");
    }
    return status;
  }
}
