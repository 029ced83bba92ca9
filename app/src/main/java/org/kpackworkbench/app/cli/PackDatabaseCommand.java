package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseReport;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code pack-database}: a kernel database into archives. */
final class PackDatabaseCommand extends OperationCommand<PackDatabaseRequest> {
  PackDatabaseCommand(Console console) {
    super(console, PackDatabaseRequest.OPERATION);
  }

  @Override
  int run(PackDatabaseRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    PackDatabase packing = new PackDatabase(request);
    PackDatabaseReport report =
        dryRun ? packing.plan(console().progress()) : Interruptible.run(packing::run, console());
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(request, dryRun), report.findings(request));
    if (dryRun) {
      output.nothingWritten("");
    }
    return status;
  }
}
