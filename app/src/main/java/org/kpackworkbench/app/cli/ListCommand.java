package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.CodeObjectQuery;
import org.kpackworkbench.model.document.CodeObjects;
import org.kpackworkbench.model.document.Document;
import org.kpackworkbench.model.query.QueryException;
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
            "",
            "An index of - (null in JSON) says that no wrapper points to the code object, a stored size",
            "of - that it shares one compressed payload with others. The exit status is 1 where nothing",
            "matches the filter, 2 where a damaged file could be read in part only.");
    spec.addPositional(file("The file to list."))
        .addOption(
            value(
                "--filter",
                "QUERY",
                String.class,
                "Only what meets all conditions: a word, arch:gfx90a, name:gemm, type:hsaco, index:0,",
                "ordinal:7, size>1M, stored<=100k, ratio<0.5, meta:fp16, state:damaged. name:a*b and",
                "arch=gfx90a compare the whole, arch:gfx90a|gfx942 either, -type:co excludes."))
        .addOption(flag("--json", "Print one JSON document instead of text."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    Path file = file(parsed);
    CodeObjectQuery filter = filter(parsed);
    try (Document document = Input.open(file, console())) {
      CodeObjects codeObjects = CodeObjectSource.of(document);
      codeObjects.locate(console().progress());
      Listing listing = new Listing(codeObjects, filter);
      if (parsed.hasMatchedOption("--json")) {
        json(file, document, listing);
      } else {
        text(document, listing);
      }
      List<FormatException> problems = new ArrayList<>(document.problems());
      problems.addAll(listing.problems());
      boolean nothingFound = codeObjects.size() > 0 && listing.isEmpty();
      if (nothingFound) {
        console().note("No code object of %d matches the filter.".formatted(codeObjects.size()));
      }
      return Math.max(
          Input.report(problems, console()), nothingFound ? ExitStatus.FINDINGS : ExitStatus.DONE);
    }
  }

  private static CodeObjectQuery filter(ParseResult parsed) {
    try {
      return CodeObjectQuery.parse(parsed.matchedOptionValue("--filter", ""));
    } catch (QueryException noQuery) {
      throw usage(parsed, "--filter: " + noQuery.getMessage());
    }
  }

  private void json(Path file, Document document, Listing listing) throws IOException {
    try (JsonOut out = console().json()) {
      out.field("file", file.toString()).field("format", document.format().id());
      listing.json(out);
      List<FormatException> problems = new ArrayList<>(document.problems());
      problems.addAll(listing.problems());
      Input.json(problems, out);
    }
  }

  private void text(Document document, Listing listing) throws IOException {
    if (document.codeObjects().size() == 0) {
      console().note(CodeObjectSource.whyNone(document));
    }
    try (TextOut out = console().text()) {
      listing.text(out);
    }
  }
}
