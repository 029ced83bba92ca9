package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.report.ResolveReport;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Prints what is found: of a tree as JSON each binary as soon as it is known. */
final class ResolvePrinting {
  private final Console console;
  final ResolveReport report;
  final ReportOutput output;
  private final boolean every;
  final boolean onlyLog;
  private final boolean debug;

  /** The environment and archives that the loader has logged, which it reads once. */
  private final Set<Step> cached = new HashSet<>();

  private final List<String> failures = new ArrayList<>();

  /** The archives that may not be read, each with why. */
  private final Set<String> closed = new LinkedHashSet<>();

  private @Nullable JsonOut document;

  /** Whether code that should be there is not found on one of every device. */
  private boolean lost;

  /** Whether a tree had no wrappers at all. */
  boolean nothing;

  /**
   * @param onlyLog whether the lines that the loader logs are printed, and nothing else
   * @param debug whether they go to standard error, as the loader's own
   */
  ResolvePrinting(
      Console console,
      ResolveReport report,
      ReportOutput output,
      boolean every,
      boolean onlyLog,
      boolean debug) {
    this.console = console;
    this.report = report;
    this.output = output;
    this.every = every;
    this.onlyLog = onlyLog;
    this.debug = debug;
  }

  void log(BinaryResolution binary) throws IOException {
    if (!onlyLog && !debug) {
      return;
    }
    for (BinaryResolution.WrapperOutcome outcome : binary.outcomes()) {
      if (outcome.code() instanceof InArchive asked) {
        List<Step> steps =
            asked.resolution().trace().stream()
                .filter(step -> !isCached(step) || cached.add(step))
                .toList();
        List<String> lines = DebugLog.write(steps);
        if (onlyLog) {
          try (TextOut out = console.text()) {
            for (String line : lines) {
              out.line(line);
            }
          }
        } else {
          lines.forEach(console::note);
        }
      }
    }
  }

  private static boolean isCached(Step step) {
    return step instanceof Step.EnvironmentRead || step instanceof Step.ArchiveOpened;
  }

  int tree(Interruptible.Work<TreeResolution, RuntimeException> work) throws IOException {
    if (output.isLines()) {
      document = console.jsonLines();
    } else if (output.isJson()) {
      document = console.json().list("results");
    }
    TreeResolution tree = Interruptible.run(work, console);
    nothing = tree.rows().isEmpty();
    for (FolderWalk.Unreadable path : tree.unreadable()) {
      String words = ErrorLine.ofFile(path.failure());
      console.error(OperationNote.error("unreadable-file", path.path(), words), words);
    }
    closed(tree.unreadable().isEmpty() ? closed : List.of(), tree.root());
    Report rest = report.tree(tree, every, failures, ErrorLine::ofFile);
    JsonOut open = document;
    if (onlyLog) {
      console.flush();
    } else if (open == null) {
      output.print(rest);
    } else if (output.isLines()) {
      open.close();
    } else {
      try (JsonOut out = open.endList()) {
        rest.json(out);
      }
    }
    return !tree.unreadable().isEmpty() || !closed.isEmpty()
        ? ExitStatus.FAILED
        : (every ? tree.isSound() && !lost : tree.complete())
            ? ExitStatus.DONE
            : ExitStatus.FINDINGS;
  }

  /** Names archives that may not be read. */
  private void closed(Collection<String> lines, Path near) {
    for (String line : lines) {
      String shown = GivenPaths.like(near).shown(line);
      console.error(OperationNote.error("unreadable-archive", near, shown), shown);
    }
  }

  /** The exit status for one binary: answers without what may not be read are not complete. */
  int status(BinaryResolution binary, Path near) {
    closed(binary.closed(), near);
    return !binary.closed().isEmpty()
        ? ExitStatus.FAILED
        : binary.complete() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  void visit(BinaryResolution binary) throws IOException {
    log(binary);
    closed.addAll(binary.closed());
    lost |= every && report.loses(binary);
    JsonOut out = document;
    if (out == null) {
      failures.addAll(report.failures(binary, every));
      return;
    }
    report.results(
        binary,
        row -> {
          if (output.isLines()) {
            row.jsonLine(out);
          } else {
            row.json(out.object());
            out.endObject();
          }
        });
  }
}
