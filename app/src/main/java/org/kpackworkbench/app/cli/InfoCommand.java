package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.cli.info.FileInfo;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.document.Document;
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
        .description("Tells what a file is and what is in it, by its content, never by its name.")
        .footer(
            "  kpack-workbench info librocrand.so.1.1",
            "  kpack-workbench info --json rand_lib_gfx90a.kpack",
            "  kpack-workbench info --checksums rand_lib.kpm",
            "",
            "Of a damaged file, what could be read is printed, what could not is said on standard",
            "error, and the exit status is 2.");
    spec.addPositional(file("The file to look at."))
        .addOption(flag("--json", "Print one JSON document instead of text."))
        .addOption(
            flag(
                "--checksums",
                "For a manifest: also compare checksums, which reads whole archives."));
  }

  @Override
  int run(ParseResult parsed) throws IOException {
    Path file = file(parsed);
    boolean checksums = parsed.hasMatchedOption("--checksums");
    try (Document document = Input.open(file, console())) {
      FileInfo info = FileInfo.of(document, checksums, console().progress());
      List<FormatException> problems = new ArrayList<>(info.problems());
      FormatException refusal = Input.refusal(document);
      if (refusal != null) {
        problems.add(refusal);
      }
      if (parsed.hasMatchedOption("--json")) {
        json(file, document, info, problems);
      } else {
        text(file, document, info);
      }
      return Input.report(problems, console());
    }
  }

  private void json(Path file, Document document, FileInfo info, List<FormatException> problems)
      throws IOException {
    try (JsonOut out = console().json()) {
      out.field("file", file.toString())
          .field("format", document.format().id())
          .field("size", document.bytes().size());
      info.json(out);
      Input.json(problems, out);
    }
  }

  private void text(Path file, Document document, FileInfo info) throws IOException {
    try (TextOut out = console().text()) {
      String words = info.words().isEmpty() ? "" : " (" + info.words() + ")";
      out.line(
          "%s: %s%s, %s"
              .formatted(
                  file, document.format().words(), words, Facts.size(document.bytes().size())));
      info.text(out);
    }
  }
}
