package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.CodeSearch;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Match;
import org.kpackworkbench.model.analysis.contents.SearchSettings;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code search}: text or bytes in code objects. */
final class SearchCommand extends CodeObjectsCommand<SearchSettings, Match> {

  SearchCommand(Console console) {
    super(console, SearchSettings.OPERATION);
  }

  @Override
  int run(SearchSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    CodeSearch.Wanted wanted = settings.wanted();
    Work<Match> work =
        new Work<>(
            settings.targets(),
            "Searching",
            (row, code, into) -> search(row, code, wanted, into),
            found -> "Nothing was found in %d code objects.".formatted(found.codeObjects()));
    if (inputs.asJson()) {
      return eachAsJson(inputs, work, SearchCommand::report);
    }
    boolean[] first = {true};
    return each(
        inputs,
        work,
        (item, document, found) -> {
          if (!found.all().isEmpty()) {
            try (TextOut out = console().text()) {
              report(document, found).heading(Inputs.heading(item, first[0])).text(out);
            }
            first[0] = false;
          }
        });
  }

  private void search(
      CodeObjectRow row, CodeObject code, CodeSearch.Wanted wanted, List<Match> into)
      throws IOException {
    if (!CodeSearch.in(row.place(), row, code, wanted, into, console().progress())) {
      console()
          .note(
              "%s: only the first %,d places in bytes are listed."
                  .formatted(row.place().label(), CodeSearch.MOST_IN_ONE));
    }
  }

  private static Report report(Document document, Found<Match> found) {
    return new Report(
            new Facts()
                .text("format", document.format().id())
                .list("matches", found.all(), SearchCommand::describe)
                .list("problems", found.problems(), Facts::describe))
        .table("matches", "binary", "index as #", "target", "what", "offset", "text");
  }

  private static void describe(Match match, Facts facts) {
    CodeObjectRow row = match.row();
    facts
        .text("binary", row.binary())
        .known("index", row.index())
        .text("target", row.targetText())
        .text("what", match.in().word())
        .text("text", match.text())
        .known("offset", match.offset())
        .shown(match.offset() < 0 ? "" : "0x" + Long.toHexString(match.offset()));
  }
}
