package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.kpackworkbench.app.cli.FileReports.FileReport;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoFacts;
import org.kpackworkbench.model.analysis.contents.ListFacts;
import org.kpackworkbench.model.analysis.contents.ListSettings;
import org.kpackworkbench.model.analysis.contents.PartsFacts;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.output.OperationNote;

/** {@code list}: the code objects in a file, or its parts. */
final class ListCommand extends OperationCommand<ListSettings> {
  ListCommand(Console console) {
    super(console, ListSettings.OPERATION);
  }

  @Override
  int run(ListSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    try (FileReports reports = inputs.reports()) {
      return inputs.each(
          reports,
          settings.parts()
              ? (item, document) -> parts(item, document, settings, reports)
              : (item, document) -> list(item, document, settings, reports));
    }
  }

  private Inputs.Outcome parts(
      Inputs.Item item, Document document, ListSettings settings, FileReports reports)
      throws IOException, CliException {
    if (!item.named() && document.format().partFields().isEmpty()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    FormatException refusal = InfoFacts.refusal(document);
    if (refusal != null) {
      throw refusal;
    }
    if (document instanceof OtherDocument) {
      if (!document.problems().isEmpty()) {
        throw document.problems().getFirst();
      }
      throw CliException.failed(document.path() + ": it has no parts to list");
    }
    PartsFacts listing = new PartsFacts(document, settings, console().progress());
    reports.print(
        item,
        document.path(),
        new FileReport(listing::report, listing::lines, listing::isEmpty),
        settings.wide());
    boolean nothingFits = listing.size() > 0 && listing.isEmpty();
    if (nothingFits && item.alone()) {
      console().note("No part of %d matches the filter.".formatted(listing.size()));
    }
    return (nothingFits ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE)
        .or(Input.report(listing.problems(), console()));
  }

  private Inputs.Outcome list(
      Inputs.Item item, Document document, ListSettings settings, FileReports reports)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      CodeObjects codeObjects = source.codeObjects();
      codeObjects.locate(console().progress());
      ListFacts listing =
          new ListFacts(
              document.format().id(),
              codeObjects,
              Optional.ofNullable(source.archives()),
              source.problems(),
              settings,
              settings.uris() || reports.isJson() ? uris(item) : row -> Optional.empty());
      codeObjects
          .notes()
          .forEach(
              note -> console().note(OperationNote.note("code-objects", document.path(), note)));
      reports.print(
          item,
          document.path(),
          new FileReport(listing::report, listing::lines, listing::isEmpty),
          settings.wide() || settings.uris());
      if (settings.uris() && !reports.isJson() && listing.withoutUri() > 0) {
        console()
            .note(
                "%s without a URI: compressed, or inside another file."
                    .formatted(CountText.of(listing.withoutUri(), "code object")));
      }
      if (codeObjects.size() == 0 && (item.named() || source.missing())) {
        console().note(source.whyNone());
      }
      boolean nothingFits = codeObjects.size() > 0 && listing.isEmpty();
      if (nothingFits && item.alone()) {
        console().note("No code object of %d matches the filter.".formatted(codeObjects.size()));
      }
      Inputs.Outcome outcome =
          source.missing()
              ? Inputs.Outcome.FINDINGS
              : nothingFits ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE;
      return outcome.or(Input.report(listing.problems(), console()));
    }
  }

  /**
   * Returns the function for the URIs of code objects in ROCm's tools; a code object from a pipe
   * has none.
   */
  private Function<CodeObjectRow, Optional<CodeObjectUri>> uris(Inputs.Item item) {
    CodeObjectUri named = CodeObjectUri.of(item.path()).orElse(null);
    return row ->
        console().isCalled(row.place().file()) ? Optional.empty() : CodeObjectUri.of(row, named);
  }
}
