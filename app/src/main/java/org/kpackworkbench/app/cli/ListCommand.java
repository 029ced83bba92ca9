package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoFacts;
import org.kpackworkbench.model.analysis.contents.ListFacts;
import org.kpackworkbench.model.analysis.contents.ListSettings;
import org.kpackworkbench.model.analysis.contents.PartsFacts;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code list}: the code objects in a file, or its parts. */
final class ListCommand extends OperationCommand<ListSettings> {
  ListCommand(Console console) {
    super(console, ListSettings.OPERATION);
  }

  @Override
  int run(ListSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    if (settings.parts()) {
      return parts(inputs, settings);
    }
    boolean[] first = {true};
    if (!inputs.asJson()) {
      return inputs.each(
          (item, document) ->
              list(
                  item,
                  document,
                  settings,
                  settings.uris(),
                  listing -> {
                    Report report = listing.report().heading(Inputs.heading(item, first[0]));
                    try (TextOut out = console().text()) {
                      report.text(out, settings.wide() || settings.uris());
                    }
                    first[0] &= listing.isEmpty();
                    if (settings.uris() && listing.withoutUri() > 0) {
                      console()
                          .note(
                              "%s without a URI: compressed, or inside another file."
                                  .formatted(CountText.of(listing.withoutUri(), "code object")));
                    }
                  }));
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) ->
              list(
                  item,
                  document,
                  settings,
                  true,
                  listing -> {
                    if (json.isLines()) {
                      listing.lines(line -> json.print(document.path(), line));
                    } else {
                      json.print(document.path(), listing.report().facts());
                    }
                  }));
    }
  }

  private interface Printing {
    void print(ListFacts listing) throws IOException;
  }

  private int parts(Inputs inputs, ListSettings settings) throws IOException, CliException {
    if (inputs.asJson()) {
      try (JsonFiles json = inputs.json()) {
        return inputs.each(
            json,
            (item, document) ->
                parts(
                    item,
                    document,
                    settings,
                    listing -> {
                      if (json.isLines()) {
                        listing.lines(line -> json.print(document.path(), line));
                      } else {
                        json.print(document.path(), listing.report().facts());
                      }
                    }));
      }
    }
    boolean[] first = {true};
    return inputs.each(
        (item, document) ->
            parts(
                item,
                document,
                settings,
                listing -> {
                  Report report = listing.report().heading(Inputs.heading(item, first[0]));
                  try (TextOut out = console().text()) {
                    report.text(out, settings.wide());
                  }
                  first[0] &= listing.isEmpty();
                }));
  }

  private interface PartsPrinting {
    void print(PartsFacts listing) throws IOException;
  }

  private Inputs.Outcome parts(
      Inputs.Item item, Document document, ListSettings settings, PartsPrinting printing)
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
    printing.print(listing);
    boolean nothingFits = listing.size() > 0 && listing.isEmpty();
    if (nothingFits && item.alone()) {
      console().note("No part of %d matches the filter.".formatted(listing.size()));
    }
    return (nothingFits ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE)
        .or(Input.report(listing.problems(), console()));
  }

  private Inputs.Outcome list(
      Inputs.Item item,
      Document document,
      ListSettings settings,
      boolean withUris,
      Printing printing)
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
              withUris ? uris(item) : row -> Optional.empty());
      printing.print(listing);
      codeObjects.notes().forEach(console()::note);
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
