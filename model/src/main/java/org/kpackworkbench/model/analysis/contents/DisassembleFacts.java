package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.kpackworkbench.model.analysis.contents.CodeObjectScan.Found;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
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

/** The instructions of kernels, and what there is to say of them. */
public final class DisassembleFacts {
  private DisassembleFacts() {}

  /**
   * Returns the scan that disassembles the kernels of files.
   *
   * @param named which kernels are meant
   * @param progress only asked whether it is cancelled
   * @throws IOException if there is no tool for it
   */
  public static CodeObjectScan<Listing> scan(
      DisassembleSettings settings, NamedKernels named, Progress progress) throws IOException {
    Disassembler disassembler =
        new Disassembler(DisassemblerFinder.ofSystem().find(settings.tool().orElse(null)));
    Progress cancel = progress.cancelOnly();
    return new CodeObjectScan<>(
        "Disassembling",
        settings.targets(),
        settings.targetRegex(),
        (row, code, into) -> {
          for (Kernel kernel : named.in(code)) {
            into.add(listing(row, code, kernel, disassembler, cancel));
          }
        });
  }

  private static Listing listing(
      CodeObjectRow row, CodeObject code, Kernel kernel, Disassembler disassembler, Progress cancel)
      throws IOException {
    List<DisassemblyLine> lines = new ArrayList<>();
    Disassembler.Outcome outcome =
        disassembler.run(DisassemblyRequest.of(code, kernel), cancel, lines::add);
    return new Listing(row, kernel, outcome, lines);
  }

  /** The kernels of a file. */
  public static Report report(Found<Listing> found) {
    return found.report("kernels", Listing::describe);
  }

  /** Writes facts for each kernel and, where there are any, for the problems. */
  public static void lines(Found<Listing> found, Taker<Facts> out) throws IOException {
    found.lines(Listing::describe, out);
  }

  /** The line of names above comma-separated values. */
  public static String csvNames() {
    return "file,name,target,binary,index,address,bytes,text,branchTarget,branchAddress,liveVgprs";
  }

  /** The instructions of a file's kernels as comma-separated values. */
  public static void csv(Path file, Found<Listing> found, TextOut out) throws IOException {
    for (Listing listing : found.all()) {
      listing.csv(file, out);
    }
  }

  /** The instructions of one kernel of a code object. */
  public record Listing(
      CodeObjectRow row, Kernel kernel, Disassembler.Outcome outcome, List<DisassemblyLine> lines) {
    /**
     * Prints it as text.
     *
     * @param file the file, for a code object that is not in a binary
     */
    public void print(Path file, TextOut out) throws IOException {
      out.line(
          "%s: %s%s @ %s"
              .formatted(
                  kernel.demangledName(),
                  row.binary().isEmpty() ? file : row.binary(),
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
          case DisassemblyLine.Padding padding ->
              out.line("  %012x  %s".formatted(padding.address(), padding.text()));
          case DisassemblyLine.Text text -> {}
        }
      }
      if (!outcome.complete()) {
        out.line("… not all lines are shown.");
      }
      out.line();
    }

    private void csv(Path file, TextOut out) throws IOException {
      KernelFlow flow = KernelFlow.of(lines);
      LiveRegisters live = LiveRegisters.of(lines, flow);
      for (int line = 0; line < lines.size(); line++) {
        if (lines.get(line) instanceof Instruction instruction) {
          Facts facts =
              new Facts()
                  .text("name", kernel.name())
                  .text("target", row.targetText())
                  .text("binary", row.binary())
                  .known("index", row.index());
          describe(line, instruction, flow, live, facts);
          out.csv(facts.csv(file));
        }
      }
    }

    /** Describes the listing as facts. */
    public void describe(Facts facts) {
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
              (line, one) -> describe(line, (Instruction) lines.get(line), flow, live, one))
          .list(
              "blocks",
              flow.blocks(),
              (block, one) ->
                  one.address("address", address(block.from()))
                      .address("end", end(block.to()))
                      .numbers("next", block.next())
                      .flag("leaves", block.leaves()))
          .list(
              "loops",
              flow.loops(),
              (loop, one) ->
                  one.address("address", address(loop.from()))
                      .address("end", end(loop.to()))
                      .number("depth", loop.depth()))
          .known("peakLiveVgprs", live.peak())
          .number("paddingBytes", paddingBytes());
    }

    private void describe(
        int line, Instruction instruction, KernelFlow flow, LiveRegisters live, Facts facts) {
      facts
          .address("address", instruction.address())
          .text("bytes", instruction.hex())
          .text("text", instruction.text())
          .text("branchTarget", instruction.target())
          .address("branchAddress", address(flow.target(line)), flow.target(line) >= 0)
          .known("liveVgprs", live.before(line));
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
          return instruction.address() + instruction.sizeBytes();
        }
      }
      return -1;
    }

    private long paddingBytes() {
      return lines.stream()
          .mapToLong(
              line -> line instanceof DisassemblyLine.Padding padding ? padding.sizeBytes() : 0)
          .sum();
    }
  }
}
