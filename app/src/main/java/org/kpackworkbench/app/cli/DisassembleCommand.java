package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.DisassembleSettings;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code disassemble}: the instructions of a kernel. */
final class DisassembleCommand
    extends CodeObjectsCommand<DisassembleSettings, DisassembleCommand.Listing> {

  DisassembleCommand(Console console) {
    super(console, DisassembleSettings.OPERATION);
  }

  @Override
  int run(DisassembleSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    Disassembler disassembler =
        new Disassembler(DisassemblerFinder.ofSystem().find(settings.tool().orElse(null)));
    Work<Listing> work =
        new Work<>(
            settings.targets(),
            "Disassembling",
            (row, code, into) -> {
              for (Kernel kernel : code.kernels()) {
                if (kernel.isCalled(settings.kernel())) {
                  into.add(listing(row, code, kernel, disassembler));
                }
              }
            },
            found ->
                "No kernel is called \"%s\"; kernels lists their names."
                    .formatted(settings.kernel()));
    if (inputs.asJson()) {
      return eachAsJson(
          inputs,
          work,
          (document, found) ->
              new Report(
                  new Facts()
                      .text("format", document.format().id())
                      .list("kernels", found.all(), Listing::describe)
                      .list("problems", found.problems(), Facts::describe)));
    }
    return each(
        inputs,
        work,
        (item, document, found) -> {
          try (TextOut out = console().text()) {
            for (Listing listing : found.all()) {
              listing.print(document, out);
            }
          }
        });
  }

  private Listing listing(
      CodeObjectRow row, CodeObject code, Kernel kernel, Disassembler disassembler)
      throws IOException {
    List<DisassemblyLine> lines = new ArrayList<>();
    Disassembler.Outcome outcome =
        disassembler.run(
            DisassemblyRequest.of(code, kernel), console().progress().cancelOnly(), lines::add);
    return new Listing(row, kernel, outcome, lines);
  }

  /** The instructions of one kernel of a code object. */
  record Listing(
      CodeObjectRow row, Kernel kernel, Disassembler.Outcome outcome, List<DisassemblyLine> lines) {
    void print(Document document, TextOut out) throws IOException {
      out.line(
          "%s: %s%s @ %s"
              .formatted(
                  kernel.demangledName(),
                  row.binary().isEmpty() ? document.path() : row.binary(),
                  row.index() < 0 ? "" : "#" + row.index(),
                  row.targetText()));
      for (DisassemblyLine line : lines) {
        switch (line) {
          case DisassemblyLine.Label label ->
              out.line("%012x <%s>:".formatted(label.address(), label.symbol()));
          case Instruction instruction ->
              out.line(
                  "  %012x  %-17s  %s%s"
                      .formatted(
                          instruction.address(),
                          instruction.hex(),
                          instruction.text(),
                          instruction.target().isEmpty() ? "" : "  ; " + instruction.target()));
          case DisassemblyLine.Text text -> {}
        }
      }
      if (!outcome.complete()) {
        out.line("… not all lines are shown.");
      }
      out.line();
    }

    void describe(Facts facts) {
      List<Instruction> instructions =
          lines.stream()
              .filter(Instruction.class::isInstance)
              .map(Instruction.class::cast)
              .toList();
      facts
          .text("name", kernel.name())
          .text("demangledName", kernel.demangledName())
          .text("target", row.targetText())
          .text("binary", row.binary())
          .known("index", row.index())
          .path("tool", outcome.tool())
          .flag("complete", outcome.complete())
          .list(
              "instructions",
              instructions,
              (instruction, one) ->
                  one.number("address", instruction.address())
                      .text("bytes", instruction.hex())
                      .text("text", instruction.text())
                      .text("branchTarget", instruction.target()));
    }
  }
}
