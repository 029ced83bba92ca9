package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.analysis.contents.SearchFacts;
import org.kpackworkbench.model.analysis.contents.SearchSettings;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code search}: text or bytes in code objects. */
final class SearchCommand extends CodeObjectsCommand<SearchSettings, Match> {

  SearchCommand(Console console) {
    super(console, SearchSettings.OPERATION);
  }

  @Override
  int run(SearchSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs =
        Inputs.of(settings.files(), given, console())
            .sayingOfNothing(() -> "Nothing was found in the code objects of these files.");
    Work<Match> work =
        new Work<>(
            SearchFacts.scan(settings, console()::note, console().progress()),
            SearchFacts::nothing);
    if (settings.csv()) {
      return eachAsCsv(inputs, work, SearchFacts.csvNames(), SearchFacts::csv);
    }
    if (inputs.asJson()) {
      return eachAsJson(inputs, work, SearchFacts::report, SearchFacts::lines);
    }
    boolean[] first = {true};
    return each(
        inputs,
        work,
        (item, document, found) -> {
          if (!found.all().isEmpty()) {
            try (TextOut out = console().text()) {
              SearchFacts.report(found).heading(Inputs.heading(item, first[0])).text(out);
            }
            first[0] = false;
          }
        });
  }
}
