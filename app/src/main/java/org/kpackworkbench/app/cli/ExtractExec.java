package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.files.DiskRoom.TooMuchException;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.extract.Extract;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractRequest;
import org.kpackworkbench.model.operation.extract.ExtractSettings;

/**
 * Runs a program for code objects, one after another, each in a temporary file with the name that
 * extraction gives it. What the program reads and prints is ours. Ctrl+C ends the program first,
 * then its file is deleted.
 */
final class ExtractExec {
  private static final long LOOK_MILLIS = 50;
  private static final long MOST_SECONDS_TO_END = 3;

  private final ExtractSettings settings;
  private final Console console;
  private int first;
  private int unwritten;

  ExtractExec(ExtractSettings settings, Console console) {
    this.settings = settings;
    this.console = console;
  }

  /**
   * Runs the program for one code object.
   *
   * @throws CliException if the program cannot be started
   */
  void run(CodeObjects source, int row, String group) throws IOException, CliException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
    try {
      // A folder each, so that there is none while nothing waits for its deletion.
      int status =
          Interruptible.run(
              progress -> {
                try (ScratchFolder scratch = ScratchFolder.in(temporary, "exec")) {
                  ExtractRequest request =
                      new ExtractRequest(
                          source,
                          List.of(row),
                          scratch.folder().resolve("one"),
                          true,
                          group,
                          Set.of(),
                          settings);
                  return run(request, progress);
                }
              },
              console);
      first = first == 0 ? status : first;
    } catch (TooMuchException refused) {
      throw CliException.failed(ErrorLine.ofFile(refused) + ". --allow-large allows it");
    } catch (NotStarted missing) {
      throw CliException.failed(String.valueOf(missing.getMessage()));
    }
  }

  private int run(ExtractRequest request, Progress progress) throws IOException {
    ExtractReport report = new Extract(request, false).run(progress);
    for (ExtractProblem problem : report.problems()) {
      console.error(ErrorLine.ofFile(problem.cause()));
      unwritten++;
    }
    return report.written().isEmpty() ? 0 : run(report.written().getFirst().path(), progress);
  }

  private int run(Path file, Progress progress) throws IOException {
    List<String> words =
        settings.exec().stream()
            .map(word -> word.replace(ExtractSettings.FILE_PLACE, file.toString()))
            .toList();
    // The line of progress would be in the way of what the program prints.
    console.err().flush();
    console.flush();
    Process process;
    try {
      process = new ProcessBuilder(words).inheritIO().start();
    } catch (IOException missing) {
      throw new NotStarted(words.getFirst(), missing);
    }
    try {
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (progress.cancelled()) {
          end(process);
          throw new CancellationException("cancelled");
        }
      }
      return process.exitValue();
    } catch (InterruptedException stop) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CancellationException("cancelled");
    }
  }

  /** Requests a program and its children to end, and kills them after a while. */
  private static void end(Process process) throws InterruptedException {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    if (!process.waitFor(MOST_SECONDS_TO_END, TimeUnit.SECONDS)) {
      all.forEach(ProcessHandle::destroyForcibly);
      process.waitFor(MOST_SECONDS_TO_END, TimeUnit.SECONDS);
    }
  }

  /**
   * The exit status of it all: the first of a program that is not 0, else the command's own.
   *
   * @param own what reading came to
   */
  int status(int own) {
    return first != 0 ? first : unwritten > 0 ? ExitStatus.FAILED : own;
  }

  /** There is no such program, or it may not be run. */
  private static final class NotStarted extends IOException {
    private static final long serialVersionUID = 1L;

    NotStarted(String program, IOException cause) {
      super(
          "%s %s: expected a program that can be run, found none: %s"
              .formatted(ExtractSettings.EXEC, program, cause.getMessage()),
          cause);
    }
  }
}
