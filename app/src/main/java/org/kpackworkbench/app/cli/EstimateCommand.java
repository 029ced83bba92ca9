package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.estimate.Estimate;
import org.kpackworkbench.model.analysis.estimate.EstimateReport;
import org.kpackworkbench.model.analysis.estimate.EstimateSettings;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;

/** {@code estimate}: ways to store code objects. */
final class EstimateCommand extends OperationCommand<EstimateSettings> {
  EstimateCommand(Console console) {
    super(console, EstimateSettings.OPERATION);
  }

  @Override
  int run(EstimateSettings settings, Arguments given) throws IOException {
    EstimateReport report =
        Interruptible.run(
            progress -> Estimate.of(settings, StandardFormats.all(), progress), console());
    new ReportOutput(console(), given.get(CommonOptions.JSON)).print(report.describe());
    report.problems().forEach(console()::error);
    return report.problems().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
  }
}
