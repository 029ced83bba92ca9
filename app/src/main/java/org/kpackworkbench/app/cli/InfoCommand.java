package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoFacts;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code info}: what a file is. */
final class InfoCommand extends OperationCommand<InfoSettings> {
  InfoCommand(Console console) {
    super(console, InfoSettings.OPERATION);
  }

  @Override
  int run(InfoSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.whole(settings.files(), given, console());
    boolean[] first = {true};
    try (FileReports reports = inputs.reports()) {
      return inputs.each(
          reports,
          (item, document) -> {
            InfoFacts info =
                InfoFacts.of(item.path(), document, settings.checksums(), console().progress());
            if (reports.isJson()) {
              try (JsonOut out = reports.begin(item.path())) {
                info.json(out);
              }
            } else {
              try (TextOut out = console().text()) {
                info.report().heading(first[0] ? List.of() : List.of("")).text(out);
              }
              first[0] = false;
            }
            return Inputs.Outcome.DONE.or(Input.report(info.problems(), console()));
          });
    }
  }
}
