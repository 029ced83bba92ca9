package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.InfoSettings;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
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
              new Facts().list("problems", problems(document, info), Facts::describe).json(out);
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
