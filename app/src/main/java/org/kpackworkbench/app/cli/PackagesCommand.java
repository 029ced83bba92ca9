package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.packages.PackageBuild;
import org.kpackworkbench.model.operation.packages.PackagesReport;
import org.kpackworkbench.model.operation.packages.PackagesRequest;

/** {@code packages}: artifacts to packages. */
final class PackagesCommand extends OperationCommand<PackagesRequest> {
  PackagesCommand(Console console) {
    super(console, PackagesRequest.OPERATION);
  }

  @Override
  int run(PackagesRequest request, Arguments given) throws IOException {
    boolean planned = given.get(PackagesRequest.PLAN) || given.get(CommonOptions.DRY_RUN);
    PackageBuild build = new PackageBuild(request, System.getenv());
    PackagesReport report;
    try {
      report = Interruptible.run(planned ? build::plan : build::run, console());
    } catch (UnusableConfigException unusable) {
      unusable.lines().forEach(console()::note);
      throw unusable;
    }
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status = output.print(report.describe(), report.findings());
    if (planned && !output.isJson()) {
      console().note("Nothing was written (--plan).");
    }
    return status;
  }
}
