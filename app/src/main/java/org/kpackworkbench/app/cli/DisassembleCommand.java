package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
import org.kpackworkbench.model.format.codeobject.KernelFlow;
import org.kpackworkbench.model.format.codeobject.LiveRegisters;
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
      KernelFlow flow = KernelFlow.of(lines);
      LiveRegisters live = LiveRegisters.of(lines, flow);
      List<Integer> instructions =
          IntStream.range(0, lines.size())
              .filter(line -> lines.get(line) instanceof Instruction)
              .boxed()
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
              (line, one) -> {
                Instruction instruction = (Instruction) lines.get(line);
                one.number("address", instruction.address())
                    .text("bytes", instruction.hex())
                    .text("text", instruction.text())
                    .text("branchTarget", instruction.target())
                    .known("branchAddress", address(flow.target(line)))
                    .known("liveVgprs", live.before(line));
              })
          .list(
              "blocks",
              flow.blocks(),
              (block, one) ->
                  one.number("address", address(block.from()))
                      .number("end", end(block.to()))
                      .numbers("next", block.next())
                      .flag("leaves", block.leaves()))
          .list(
              "loops",
              flow.loops(),
              (loop, one) ->
                  one.number("address", address(loop.from()))
                      .number("end", end(loop.to()))
                      .number("depth", loop.depth()))
          .known("peakLiveVgprs", live.peak());
    }

    /** The address of a line's instruction; -1 for none. */
    private long address(int line) {
      return line >= 0 && lines.get(line) instanceof Instruction instruction
          ? instruction.address()
          : -1;
    }

    /** The address behind the last instruction before a line. */
    private long end(int to) {
      for (int line = to - 1; line >= 0; line--) {
        if (lines.get(line) instanceof Instruction instruction) {
          return instruction.address() + instruction.hex().replace(" ", "").length() / 2;
        }
      }
      return -1;
    }
  }
}
