package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.analysis.contents.KernelsFacts;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code kernels}: what the kernels of a file use. */
final class KernelsCommand extends CodeObjectsCommand<KernelsSettings, KernelFigures> {

  KernelsCommand(Console console) {
    super(console, KernelsSettings.OPERATION);
  }

  @Override
  int run(KernelsSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs =
        Inputs.of(settings.files(), given, console())
            .sayingOfNothing(() -> "No kernel in these files matches the targets and the filter.");
    KernelsFacts facts = new KernelsFacts(settings);
    Work<KernelFigures> work = new Work<>(facts.scan(), facts::nothing);
    if (settings.csv()) {
      return eachAsCsv(inputs, work, KernelsFacts.csvNames(), facts::csv);
    }
    return eachReported(inputs, work, facts::report, facts::lines, true);
  }
}
