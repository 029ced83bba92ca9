package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.analysis.contents.SearchFacts;
import org.kpackworkbench.model.analysis.contents.SearchSettings;
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
    return eachReported(inputs, work, SearchFacts::report, SearchFacts::lines, false);
  }
}
