package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.contents.DisassembleSettings;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.Arguments;

/** {@code disassemble}: the instructions of a kernel. */
final class DisassembleCommand extends OperationCommand<DisassembleSettings> {
  DisassembleCommand(Console console) {
    super(console, DisassembleSettings.OPERATION);
  }

  @Override
  int run(DisassembleSettings settings, Arguments given) throws IOException, CliException {
    Inputs inputs = Inputs.of(settings.files(), given, console());
    Disassembler disassembler =
        new Disassembler(DisassemblerFinder.ofSystem().find(settings.tool().orElse(null)));
    if (!inputs.asJson()) {
      return inputs.each(
          (item, document) ->
              disassemble(
                  item,
                  document,
                  settings,
                  disassembler,
                  found -> {
                    try (TextOut out = console().text()) {
                      for (Listing listing : found.kernels()) {
                        listing.print(document, out);
                      }
                    }
                  }));
    }
    try (JsonFiles json = inputs.json()) {
      return inputs.each(
          json,
          (item, document) ->
              disassemble(
                  item,
                  document,
                  settings,
                  disassembler,
                  found -> {
                    try (JsonOut out = json.begin(document.path())) {
                      new Facts()
                          .text("format", document.format().id())
                          .list("kernels", found.kernels(), Listing::describe)
                          .list("problems", found.problems(), Input::describe)
                          .json(out);
                    }
                  }));
    }
  }

  private interface Printing {
    void print(Found found) throws IOException;
  }

  /** The kernels of that name, and what could not be read. */
  private record Found(List<Listing> kernels, List<FormatException> problems) {}

  private Inputs.Outcome disassemble(
      Inputs.Item item,
      Document document,
      DisassembleSettings settings,
      Disassembler disassembler,
      Printing printing)
      throws IOException, CliException {
    if (!item.named() && !document.mayHoldCodeObjects()) {
      return Inputs.Outcome.NOTHING_FITS;
    }
    try (FileCodeObjects source = FileCodeObjects.of(item, document, console().progress())) {
      Found found = find(source, settings, disassembler);
      printing.print(found);
      if (source.codeObjects().size() == 0 && (item.named() || source.missing())) {
        console().note(source.whyNone());
      } else if (found.kernels().isEmpty() && item.alone()) {
        console()
            .note(
                "No kernel is called \"%s\"; kernels lists their names."
                    .formatted(settings.kernel()));
      }
      Inputs.Outcome outcome =
          source.missing()
              ? Inputs.Outcome.FINDINGS
              : found.kernels().isEmpty() ? Inputs.Outcome.NOTHING_FITS : Inputs.Outcome.DONE;
      return outcome.or(Input.report(found.problems(), console()));
    }
  }

  private Found find(
      FileCodeObjects source, DisassembleSettings settings, Disassembler disassembler)
      throws IOException {
    CodeObjects codeObjects = source.codeObjects();
    ListFilter.Rows wanted = ListFilter.of(List.of(), settings.targets()).of(codeObjects);
    List<FormatException> problems = new ArrayList<>(source.problems());
    List<Listing> kernels = new ArrayList<>();
    console().progress().begin("Disassembling", codeObjects.size());
    for (int number = 0; number < codeObjects.size(); number++) {
      CodeObjectRow row = codeObjects.row(number);
      console().progress().step(1);
      if (!wanted.accepts(row)) {
        continue;
      }
      try {
        CodeObject code =
            CodeObject.read(codeObjects.load(number, console().progress().cancelOnly()));
        for (Kernel kernel : code.kernels()) {
          if (isCalled(kernel, settings.kernel())) {
            List<DisassemblyLine> lines = new ArrayList<>();
            Disassembler.Outcome outcome =
                disassembler.run(
                    DisassemblyRequest.of(code, kernel),
                    console().progress().cancelOnly(),
                    lines::add);
            kernels.add(new Listing(row, kernel, outcome, lines));
          }
        }
      } catch (FormatException damaged) {
        problems.add(damaged);
      }
    }
    return new Found(kernels, problems);
  }

  private static boolean isCalled(Kernel kernel, String name) {
    return kernel.name().equals(name)
        || kernel.symbol().equals(name)
        || kernel.demangledName().equals(name)
        || kernel.shortName().equals(name);
  }

  /** The instructions of one kernel of a code object. */
  private record Listing(
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
