package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoFacts;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code info}: what a file is. */
final class InfoCommand extends OperationCommand<InfoSettings> {
  InfoCommand(Console console) {
    super(console, InfoSettings.OPERATION);
  }

  @Override
  int run(InfoSettings settings, Arguments given) throws IOException, CliException {
    boolean checksums = settings.checksums();
    Inputs inputs = Inputs.whole(settings.files(), given, console());
    if (!inputs.asJson()) {
      boolean[] first = {true};
      return inputs.each(
          (item, document) -> {
            InfoFacts info = facts(item, document, checksums);
            try (TextOut out = console().text()) {
              info.report().heading(first[0] ? List.of() : List.of("")).text(out);
            }
            first[0] = false;
            return outcome(info);
          });
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) -> {
            InfoFacts info = facts(item, document, checksums);
            try (JsonOut out = json.begin(item.path())) {
              info.json(out);
            }
            return outcome(info);
          });
    }
  }

  private InfoFacts facts(Inputs.Item item, Document document, boolean checksums)
      throws IOException {
    return InfoFacts.of(item.path(), document, checksums, console().progress());
  }

  private Inputs.Outcome outcome(InfoFacts info) {
    return Inputs.Outcome.DONE.or(Input.report(info.problems(), console()));
  }
}
