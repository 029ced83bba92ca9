package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.DisassemblyException.Reason;

/**
 * Disassembles code objects with {@code llvm-objdump}, which has to be installed.
 *
 * <p>The tool runs as a process on a copy of the code object; its lines are handed over as they
 * come. Safe for use by many threads; calls take as long as the tool does, so not on a UI thread.
 */
public final class Disassembler {
  private static final int COPY_BYTES = 128 * 1024;

  private final List<Path> tools;

  /**
   * @param tools programs from {@link DisassemblerFinder}; where one does not know the processor,
   *     the next is tried
   */
  public Disassembler(List<Path> tools) {
    if (tools.isEmpty()) {
      throw new IllegalArgumentException("no disassembler");
    }
    this.tools = List.copyOf(tools);
  }

  /**
   * How a disassembly ended.
   *
   * @param tool the program that was run
   * @param lines how many lines were handed over
   * @param complete whether these are all; false where the request's bound was reached
   * @param remarks what the tool said besides, e.g. that a symbol is missing; often empty
   */
  public record Outcome(Path tool, long lines, boolean complete, String remarks) {}

  /** The programs that may be run, the first one first. */
  public List<Path> tools() {
    return tools;
  }

  /**
   * Disassembles.
   *
   * @param lines takes each line, on the calling thread
   * @throws DisassemblyException where the tool fails or takes too long
   * @throws CancellationException where {@code progress} was cancelled; the tool is stopped
   * @throws IOException where the code object cannot be read or the copy not be written
   */
  public Outcome run(DisassemblyRequest request, Progress progress, Consumer<DisassemblyLine> lines)
      throws IOException {
    Path folder = Files.createTempDirectory("kpack-disassembly");
    Path copy = folder.resolve("code-object.hsaco");
    try {
      progress.begin("Disassembling", request.codeObject().view().size());
      write(request.codeObject(), copy, progress);
      return runAny(request, copy, progress, lines);
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    }
  }

  private static void write(CodeObject codeObject, Path copy, Progress progress)
      throws IOException {
    byte[] window = new byte[COPY_BYTES];
    try (InputStream from = codeObject.view().stream();
        OutputStream to = Files.newOutputStream(copy)) {
      for (int count = from.read(window); count >= 0; count = from.read(window)) {
        to.write(window, 0, count);
        progress.step(count);
      }
    }
  }

  /** Runs the first tool that knows the processor; one that does not prints nothing. */
  private Outcome runAny(
      DisassemblyRequest request, Path copy, Progress progress, Consumer<DisassemblyLine> lines)
      throws IOException {
    DisassemblyException first = null;
    for (Path tool : tools) {
      try {
        return new DisassemblyRun(tool, request, copy, progress, lines).run();
      } catch (DisassemblyException failure) {
        if (failure.reason() != Reason.UNKNOWN_PROCESSOR) {
          throw failure;
        }
        first = first == null ? failure : first;
      }
    }
    throw Objects.requireNonNull(first);
  }
}
