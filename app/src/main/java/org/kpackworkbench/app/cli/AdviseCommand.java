package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.advise.Advice;
import org.kpackworkbench.model.analysis.advise.AdviseSettings;
import org.kpackworkbench.model.analysis.advise.Advisor;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code advise}: which packages serve some GPUs. */
final class AdviseCommand extends OperationCommand<AdviseSettings> {
  AdviseCommand(Console console) {
    super(console, AdviseSettings.OPERATION);
  }

  @Override
  int run(AdviseSettings settings, Arguments given) throws IOException {
    Advice advice =
        Interruptible.run(progress -> Advisor.of(settings, System.getenv(), progress), console());
    console().found(advice.findings());
    ReportOutput.ofRows(console(), given).print(advice.describe());
    return advice.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }
}
