package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code list}: the code objects in a file. */
final class ListCommand extends Command {
  ListCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " list");
    spec.usageMessage()
        .description(
            "Lists the code objects in an archive, fat binary, object file, static library or bundle.",
            "Sizes come from tables: no code object is decompressed.")
        .footer(
            "  kpack-workbench list librocrand.so.1.1",
            "  kpack-workbench list --json libstatic.a",
            "  kpack-workbench list rand_lib_gfx90a.kpack --filter 'arch:gfx90a size>1M name:gemm'",
            "  kpack-workbench list --recursive /opt/rocm/lib --target MI300X --json-lines",
            "",
            "The code of a host-only binary is in archives: those that its marker leads to are listed,",
            "as far as they have code of that binary.",
            "",
            "An index of - (null in JSON) says that no wrapper points to the code object, a stored size",
            "of - that it shares one compressed payload with others. The exit status is 1 where nothing",
            "matches the filter, 2 where a damaged file could be read in part only.");
    Inputs.describe(spec, "The files to list.");
    ListFilter.describe(spec);
    spec.addOption(
        flag(
            "--wide",
            "Shorten nothing, and show all metadata: bundle_ids (how a bundle is put together again) and"
                + " the ids of entries that only say their target."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    Inputs inputs = Inputs.of(parsed, console());
    ListFilter filter = ListFilter.of(parsed);
    boolean wide = parsed.hasMatchedOption("--wide");
    if (!inputs.asJson()) {
      boolean[] first = {true};
      return inputs.each(
          (item, document) ->
              list(item, document, filter, (source, listing) -> text(item, listing, wide, first)));
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) ->
              list(
                  item,
                  document,
                  filter,
                  (source, listing) -> json(json, document, source, listing)));
    }
  }

  private interface Printing {
    void print(CodeObjectSource source, Listing listing) throws IOException;
  }

  private Inputs.Outcome list(
      Inputs.Item item, Document document, ListFilter filter, Printing printing)
      throws IOException, CliException {
    if (!item.named() && !CodeObjectSource.canBeIn(document)) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (CodeObjectSource source = CodeObjectSource.of(item, document, console().progress())) {
      CodeObjects codeObjects = source.codeObjects();
      codeObjects.locate(console().progress());
      Listing listing = new Listing(codeObjects, filter, source.archives() != null);
      printing.print(source, listing);
      List<FormatException> problems = new ArrayList<>(source.problems());
      problems.addAll(listing.problems());
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
      return outcome.or(Input.report(problems, console()));
    }
  }

  private static void json(
      JsonFiles json, Document document, CodeObjectSource source, Listing listing)
      throws IOException {
    Path file = document.path();
    String format = document.format().id();
    if (json.isLines()) {
      listing.each(
          row -> {
            try (JsonOut out = json.begin(file)) {
              listing.fields(out.field("format", format), row);
            }
          });
      List<FormatException> problems = source.problems();
      if (!problems.isEmpty()) {
        try (JsonOut out = json.begin(file)) {
          Input.json(problems, out.field("format", format));
        }
      }
      return;
    }
    try (JsonOut out = json.begin(file)) {
      out.field("format", format);
      List<Path> archives = source.archives();
      if (archives != null) {
        out.texts("archives", archives.stream().map(Path::toString).toList());
      }
      listing.json(out);
      List<FormatException> problems = new ArrayList<>(source.problems());
      problems.addAll(listing.problems());
      Input.json(problems, out);
    }
  }

  private void text(Inputs.Item item, Listing listing, boolean wide, boolean[] first)
      throws IOException {
    Columns columns = listing.columns(wide);
    if (!columns.isEmpty()) {
      try (TextOut out = console().text()) {
        Inputs.head(out, item, first[0]);
        columns.print(out, "", wide);
        first[0] = false;
      }
    }
  }
}
