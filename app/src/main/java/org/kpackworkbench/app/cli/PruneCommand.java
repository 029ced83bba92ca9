package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneReport;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/** {@code prune}: keeps only the code that some GPUs need. */
final class PruneCommand extends OperationCommand<PruneRequest> {
  PruneCommand(Console console) {
    super(console, PruneRequest.OPERATION);
  }

  @Override
  int run(PruneRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    Prune prune = new Prune(request);
    PruneReport report =
        dryRun
            ? prune.plan(console().progress())
            : Interruptible.run(prune::run, console().progress());
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(dryRun), report.findings());
    if (dryRun) {
      output.nothingWritten("");
    }
    return status;
  }
}
