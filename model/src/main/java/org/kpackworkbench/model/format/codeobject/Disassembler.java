package org.kpackworkbench.model.format.codeobject;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException.Reason;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Label;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Text;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyParser;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.Disassembler.Outcome;

/**
 * Disassembles code objects with {@code llvm-objdump}, which has to be installed.
 *
 * <p>The tool runs as a process on a copy of the code object; its lines are handed over as they
 * come. Safe for use by many threads; calls take as long as the tool does, so not on a UI thread.
 */
public final class Disassembler {

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
   * @param complete whether these are all; false if the request's bound was reached
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
   * @throws DisassemblyException if the tool fails or takes too long
   * @throws CancellationException if {@code progress} was cancelled; the tool is stopped
   * @throws IOException if the code object cannot be read or the copy not be written
   */
  public Outcome run(DisassemblyRequest request, Progress progress, Consumer<DisassemblyLine> lines)
      throws IOException {
    Path folder = Files.createTempDirectory("kpack-disassembly");
    Path copy = folder.resolve("code-object.hsaco");
    try {
      progress.begin("Disassembling", request.codeObject().view().size(), Unit.BYTES);
      try (OutputStream out = Files.newOutputStream(copy)) {
        request.codeObject().view().writeTo(out, progress);
      }
      return runAny(request, copy, progress, lines);
    } finally {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
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

  /** A disassembly that could not be made, with what to do about it in its message. */
  public static final class DisassemblyException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Why there is none. */
    public enum Reason {
      /** No {@code llvm-objdump} was found. */
      NOT_INSTALLED,
      /** The tool was started and reported an error. */
      FAILED,
      /** The tool is too old, or was built without AMD GPUs. */
      UNKNOWN_PROCESSOR,
      /** The tool took too long and was stopped. */
      TIMED_OUT
    }

    private final Reason reason;

    DisassemblyException(Reason reason, String message) {
      super(message);
      this.reason = reason;
    }

    /** Why there is no disassembly, for programs. */
    public Reason reason() {
      return reason;
    }
  }

  /** A line of a disassembly. */
  public sealed interface DisassemblyLine {

    /**
     * An instruction.
     *
     * @param address virtual address
     * @param hex its bytes as 32-bit words, e.g. {@code F4000180 F8000008}
     * @param text the instruction itself
     * @param symbol the symbol whose code it is part of; empty if none was named
     * @param target for a branch where it goes, e.g. {@code foo+0xa0}; else empty
     */
    record Instruction(long address, String hex, String text, String symbol, String target)
        implements DisassemblyLine {
      /** How long it is, in bytes. */
      public int sizeBytes() {
        return hex.replace(" ", "").length() / 2;
      }
    }

    /** Where a symbol's code starts. */
    record Label(long address, String symbol) implements DisassemblyLine {}

    /**
     * Padding behind a kernel's code that never runs: the last line of a kernel that has any.
     *
     * @param address virtual address of the first byte
     * @param sizeBytes how long it is
     * @param text what it is, e.g. {@code 44 × s_nop: padding}
     */
    record Padding(long address, long sizeBytes, String text) implements DisassemblyLine {}

    /** Any other line: a heading, a directive of a descriptor, a remark. */
    record Text(String text) implements DisassemblyLine {}
  }

  /**
   * Request for a disassembly.
   *
   * @param codeObject the code object
   * @param symbol the symbol whose code is requested; empty for all code
   * @param kernel the kernel whose code alone is handed over, with the padding behind it as one
   *     line; null for that of all symbols
   * @param folded whether, of all symbols, the padding behind each is one line; else every line is
   *     handed over as the tool prints it
   * @param mostLines after how many lines to stop
   * @param limit after how long to stop
   */
  public record DisassemblyRequest(
      CodeObject codeObject,
      String symbol,
      @Nullable Kernel kernel,
      boolean folded,
      long mostLines,
      Duration limit) {
    private static final long MOST_LINES = 200_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** All code of a code object, with the usual bounds. */
    public static DisassemblyRequest all(CodeObject codeObject) {
      return new DisassemblyRequest(codeObject, "", null, false, MOST_LINES, LIMIT);
    }

    /** The code of one kernel, with the usual bounds. */
    public static DisassemblyRequest of(CodeObject codeObject, Kernel kernel) {
      return new DisassemblyRequest(
          codeObject, kernel.codeSymbol(), kernel, true, MOST_LINES, LIMIT);
    }
  }

  /** Reads the lines that {@code llvm-objdump} prints for AMD GPUs, one after another. */
  static final class DisassemblyParser {
    private static final Pattern LABEL = Pattern.compile("([0-9a-fA-F]{8,16}) <(.*)>:");
    private static final Pattern INSTRUCTION =
        Pattern.compile(
            "\\s+(?<text>.*?)\\s*// (?<address>[0-9A-F]{8,16}):(?<hex>(?: [0-9A-F]{8})+)(?:"
                + " <(?<target>.*)>)?\\s*");

    private String symbol = "";

    DisassemblyLine parse(String line) {
      if (line.indexOf("//") > 0) {
        Matcher instruction = INSTRUCTION.matcher(line);
        if (instruction.matches()) {
          String target = instruction.group("target");
          return new Instruction(
              Long.parseUnsignedLong(instruction.group("address"), 16),
              instruction.group("hex").strip(),
              instruction.group("text"),
              symbol,
              target == null ? "" : target);
        }
      }
      if (line.endsWith(">:")) {
        Matcher label = LABEL.matcher(line);
        if (label.matches()) {
          symbol = label.group(2);
          return new Label(Long.parseUnsignedLong(label.group(1), 16), symbol);
        }
      }
      return new Text(line.strip());
    }
  }

  private record DisassemblyRun(
      Path tool,
      DisassemblyRequest request,
      Path copy,
      Progress progress,
      Consumer<DisassemblyLine> lines) {

    /** First output of the tool, with the copy's path, which is of no interest. */
    private static final String FIRST_LINE = "file format elf64-amdgpu";

    private static final List<String> UNKNOWN_PROCESSOR =
        List.of("not a recognized processor", "not yet supported", "unable to get target");

    Outcome run() throws IOException {
      KernelLines handed =
          request.kernel() == null
              ? request.folded() ? KernelLines.symbols(lines) : KernelLines.all(lines)
              : KernelLines.of(request.codeObject().locate(request.kernel()).code(), lines);
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
        boolean silent = true;
        DisassemblyParser parser = new DisassemblyParser();
        for (String line = run.nextLine(); line != null; line = run.nextLine()) {
          silent = false;
          if (count == request.mostLines()) {
            complete = false;
            break;
          }
          if (!line.isBlank() && !line.endsWith(FIRST_LINE)) {
            handed.accept(parser.parse(line));
            count++;
          }
        }
        handed.end(complete);
        return complete
            ? finished(run, silent, handed.count())
            : new Outcome(tool, handed.count(), false, run.stop());
      }
    }

    private Outcome finished(ToolRun run, boolean silent, long count) throws IOException {
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
      if (silent) {
        throw new DisassemblyException(
            Reason.FAILED,
            "%s printed nothing for a code object for %s: expected what llvm-objdump prints%s"
                .formatted(
                    tool,
                    request.codeObject().target(),
                    run.remarks().isEmpty() ? "." : ", found only: " + run.remarks()));
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

  /**
   * A running tool: its lines, its remarks, and a watch that stops it after a time limit or when it
   * is cancelled. To be used by one thread.
   */
  private static final class ToolRun implements AutoCloseable {
    private static final int MOST_LINE_CHARS = 64 * 1024;
    private static final int MOST_REMARK_BYTES = 4096;
    private static final int MOST_REMARK_LINES = 4;
    private static final long WATCH_MILLIS = 50;

    private final Process process;
    private final Progress progress;
    private final Reader output;
    private final long deadline;
    private final Thread watch;
    private final Thread remarkReader;
    private volatile boolean cancelled;
    private volatile boolean timedOut;
    private volatile String remarks = "";
    private final char[] buffer = new char[8192];
    private int next;
    private int limit;

    ToolRun(Process process, Duration limit, Progress progress) throws IOException {
      this.process = process;
      this.progress = progress;
      this.output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
      this.deadline = System.nanoTime() + limit.toNanos();
      process.getOutputStream().close();
      this.remarkReader = Thread.ofVirtual().start(this::readRemarks);
      this.watch = Thread.ofVirtual().start(this::watch);
    }

    /** The next line, without its end; a very long one is cut. Null at the end. */
    @Nullable String nextLine() throws IOException {
      StringBuilder line = new StringBuilder();
      boolean any = false;
      while (true) {
        if (next == limit) {
          limit = read();
          next = 0;
          if (limit <= 0) {
            limit = 0;
            return any ? line.toString() : null;
          }
        }
        any = true;
        char c = buffer[next++];
        if (c == '\n') {
          return line.toString();
        }
        if (c != '\r' && line.length() < MOST_LINE_CHARS) {
          line.append(c);
        }
      }
    }

    private int read() throws IOException {
      try {
        return output.read(buffer);
      } catch (IOException closed) {
        // What a killed process leaves is no error of its own.
        if (cancelled || timedOut) {
          return -1;
        }
        throw closed;
      }
    }

    /** Waits until the tool has ended. */
    int waitForExit() throws IOException {
      try {
        int exit = process.waitFor();
        remarkReader.join();
        return exit;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for the disassembler", interrupted);
      }
    }

    /** Stops the tool; gives what it remarked so far. */
    String stop() {
      process.destroyForcibly();
      return remarks;
    }

    boolean cancelled() {
      return cancelled;
    }

    boolean timedOut() {
      return timedOut;
    }

    /** The first lines of what the tool wrote to its error output. */
    String remarks() {
      return remarks;
    }

    @Override
    public void close() {
      process.destroyForcibly();
      watch.interrupt();
    }

    private void watch() {
      try {
        while (!process.waitFor(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
          cancelled = progress.cancelled();
          timedOut = !cancelled && System.nanoTime() - deadline > 0;
          if (cancelled || timedOut) {
            process.destroyForcibly();
            return;
          }
        }
      } catch (InterruptedException closed) {
        process.destroyForcibly();
      }
    }

    private void readRemarks() {
      try (InputStream errors = process.getErrorStream()) {
        String text = new String(errors.readNBytes(MOST_REMARK_BYTES), StandardCharsets.UTF_8);
        remarks =
            String.join(
                " ",
                text.lines().filter(line -> !line.isBlank()).limit(MOST_REMARK_LINES).toList());
        errors.transferTo(OutputStream.nullOutputStream());
      } catch (IOException ended) {
        remarks = "(its error output broke off)";
      }
    }
  }
}
