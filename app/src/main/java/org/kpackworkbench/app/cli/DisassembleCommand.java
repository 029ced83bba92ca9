package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.DisassembleFacts;
import org.kpackworkbench.model.analysis.contents.DisassembleFacts.Listing;
import org.kpackworkbench.model.analysis.contents.DisassembleSettings;
import org.kpackworkbench.model.analysis.contents.NamedKernels;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code disassemble}: the instructions of a kernel. */
final class DisassembleCommand extends CodeObjectsCommand<DisassembleSettings, Listing> {

  DisassembleCommand(Console console) {
    super(console, DisassembleSettings.OPERATION);
  }

  @Override
  int run(DisassembleSettings settings, Arguments given) throws IOException, CliException {
    NamedKernels named = new NamedKernels(settings.kernel());
    Inputs inputs =
        Inputs.of(settings.files(), given, console())
            .sayingOfNothing(
                () ->
                    "No kernel in these files is called \"%s\"; %s"
                        .formatted(settings.kernel(), named.advice()));
    Work<Listing> work =
        new Work<>(
            DisassembleFacts.scan(settings, named, console().progress()),
            found -> "No kernel is called \"%s\"; %s".formatted(settings.kernel(), named.advice()));
    if (settings.csv()) {
      return eachAsCsv(inputs, work, DisassembleFacts.csvNames(), DisassembleFacts::csv);
    }
    if (inputs.isJson()) {
      return eachReported(inputs, work, DisassembleFacts::report, DisassembleFacts::lines, true);
    }
    return each(
        inputs,
        work,
        (item, document, found) -> {
          try (TextOut out = console().text()) {
            for (Listing listing : found.all()) {
              listing.print(document.path(), out);
            }
          }
        });
  }
}
