package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.recombine.Recombine;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;

/** {@code recombine}: shards to packages. */
final class RecombineCommand extends OperationCommand<RecombineRequest> {
  RecombineCommand(Console console) {
    super(console, RecombineRequest.OPERATION);
  }

  @Override
  int run(RecombineRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    RecombineReport report;
    try {
      report =
          dryRun
              ? new Recombine(request.with(RecombineRequest.FORCE, true)).plan(console().progress())
              : Interruptible.run(new Recombine(request)::run, console());
    } catch (UnusableConfigException unusable) {
      unusable.lines().forEach(console()::note);
      throw unusable;
    }
    ReportOutput output = new ReportOutput(console(), given.get(CommonOptions.JSON));
    int status =
        output.print(report.describe(request, dryRun, ErrorLine::ofFile), report.findings());
    for (RecombineReport.Failed failed : report.failed()) {
      console()
          .note("error: %s: %s".formatted(failed.component(), ErrorLine.ofFile(failed.failure())));
    }
    if (dryRun) {
      output.nothingWritten("");
    }
    return report.failed().isEmpty() ? status : ExitStatus.FAILED;
  }
}
