package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.Disassembler.Outcome;
import org.kpackworkbench.model.format.codeobject.DisassemblyException.Reason;

/** One run of one tool on a copy of a code object. */
record DisassemblyRun(
    Path tool,
    DisassemblyRequest request,
    Path copy,
    Progress progress,
    Consumer<DisassemblyLine> lines) {

  /** What the tool prints first, with the copy's path, which is of no interest. */
  private static final String FIRST_LINE = "file format elf64-amdgpu";

  private static final List<String> UNKNOWN_PROCESSOR =
      List.of("not a recognized processor", "not yet supported", "unable to get target");

  Outcome run() throws IOException {
    Process process;
    try {
      Path folder = Objects.requireNonNull(copy.toAbsolutePath().getParent());
      process = new ProcessBuilder(command()).directory(folder.toFile()).start();
    } catch (IOException failure) {
      throw new DisassemblyException(
          Reason.FAILED, tool + " could not be started: " + failure.getMessage());
    }
    try (ToolRun run = new ToolRun(process, request.limit(), progress)) {
      long count = 0;
      boolean complete = true;
      DisassemblyParser parser = new DisassemblyParser();
      for (String line = run.nextLine(); line != null; line = run.nextLine()) {
        if (count == request.mostLines()) {
          complete = false;
          break;
        }
        if (!line.isBlank() && !line.endsWith(FIRST_LINE)) {
          lines.accept(parser.parse(line));
          count++;
        }
      }
      return complete ? finished(run, count) : new Outcome(tool, count, false, run.stop());
    }
  }

  private Outcome finished(ToolRun run, long count) throws IOException {
    int exit = run.waitForExit();
    if (run.cancelled()) {
      throw new CancellationException("cancelled");
    }
    if (run.timedOut()) {
      throw new DisassemblyException(
          Reason.TIMED_OUT,
          "%s was stopped because it took longer than %d seconds."
              .formatted(tool, request.limit().toSeconds()));
    }
    if (exit != 0) {
      throw failed(exit, run.remarks());
    }
    return new Outcome(tool, count, true, run.remarks());
  }

  private DisassemblyException failed(int exit, String remarks) throws IOException {
    boolean unknown = UNKNOWN_PROCESSOR.stream().anyMatch(remarks::contains);
    String message =
        "%s failed on a code object for %s (exit status %d)%s"
            .formatted(
                tool,
                request.codeObject().target(),
                exit,
                remarks.isEmpty() ? "." : ": " + remarks);
    return unknown
        ? new DisassemblyException(
            Reason.UNKNOWN_PROCESSOR, message + " A newer LLVM may know this processor.")
        : new DisassemblyException(Reason.FAILED, message);
  }

  private List<String> command() throws IOException {
    List<String> command = new ArrayList<>(List.of(tool.toString()));
    if (request.symbol().isEmpty()) {
      command.add("--disassemble");
    } else {
      if (request.symbol().endsWith(Kernel.DESCRIPTOR_SUFFIX)) {
        // Descriptors are data, which is left out otherwise.
        command.add("--disassemble-all");
      }
      command.add("--disassemble-symbols=" + request.symbol());
    }
    Processor processor = request.codeObject().processor();
    if (processor.known()) {
      command.add("--mcpu=" + processor.name());
    }
    command.add(copy.toString());
    return command;
  }
}
