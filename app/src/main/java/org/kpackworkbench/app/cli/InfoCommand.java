package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code info}: what a file is. */
final class InfoCommand extends Command {
  InfoCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " info");
    spec.usageMessage()
        .description(
            "Shows what a file is and what it contains. The content decides, not the name.")
        .footer(
            "  kpack-workbench info librocrand.so.1.1",
            "  kpack-workbench info --json rand_lib_gfx90a.kpack",
            "  kpack-workbench info --checksums rand_lib.kpm",
            "  kpack-workbench info --json-lines --recursive /opt/rocm/lib",
            "",
            "For a damaged file, info prints what it could read, reports what it could not read on",
            "standard error, and exits with status 2. Other files are still read.");
    Inputs.describe(spec, "The files to inspect.");
    spec.addOption(
        flag("--checksums", "For manifests: also compare checksums. This reads whole archives."));
  }

  @Override
  int run(ParseResult parsed) throws IOException, CliException {
    boolean checksums = parsed.hasMatchedOption("--checksums");
    Inputs inputs = Inputs.of(parsed, console());
    if (!inputs.asJson()) {
      boolean[] first = {true};
      return inputs.each(
          (item, document) -> {
            FileInfo info = document.info(checksums, console().progress());
            Report report = report(item.path(), document, info);
            try (TextOut out = console().text()) {
              report.heading(first[0] ? List.of() : List.of("")).text(out);
            }
            first[0] = false;
            return outcome(document, info);
          });
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) -> {
            FileInfo info = document.info(checksums, console().progress());
            Report report = report(item.path(), document, info);
            try (JsonOut out = json.begin(item.path())) {
              report.json(out);
              new Facts().list("problems", problems(document, info), Input::describe).json(out);
            }
            return outcome(document, info);
          });
    }
  }

  private static Report report(Path file, Document document, FileInfo info) throws IOException {
    String words = info.words().isEmpty() ? "" : " (" + info.words() + ")";
    Report report =
        new Report(
            new Facts()
                .text("format", document.format().id())
                .shown("%s: %s%s".formatted(file, document.format().words(), words))
                .size("size", document.bytes().size()));
    info.describe(report.line("%s, %s", "format", "size"));
    return report;
  }

  private static List<FormatException> problems(Document document, FileInfo info)
      throws FormatException {
    List<FormatException> problems = new ArrayList<>(info.problems());
    FormatException refusal = Input.refusal(document);
    if (refusal != null) {
      problems.add(refusal);
    }
    return problems;
  }

  private Inputs.Outcome outcome(Document document, FileInfo info) throws FormatException {
    return Inputs.Outcome.DONE.or(Input.report(problems(document, info), console()));
  }
}
