package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;

/** Reads the figures of all kernels in a file or a tree. For one run on one thread. */
public final class KernelScan {
  private static final int MOST_PROBLEMS = 1000;

  private final Progress progress;
  private final List<KernelFigures> kernels = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int codeObjects;

  private KernelScan(Progress progress) {
    this.progress = progress;
  }

  /**
   * What was found. Immutable.
   *
   * @param kernels in the order of files and code objects
   * @param codeObjects how many code objects were read
   * @param problems what could not be read, a sentence each; at most 1,000
   */
  public record Result(List<KernelFigures> kernels, int codeObjects, List<String> problems) {
    public Result {
      kernels = List.copyOf(kernels);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Reads those of an open file; of a host-only binary, those of its archives.
   *
   * @throws IOException where the file was closed or has changed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Document document, Progress progress) throws IOException {
    KernelScan scan = new KernelScan(progress);
    scan.file(document, archive -> true);
    return scan.result();
  }

  /**
   * Reads those of all files in a tree. Files that occur twice are read once.
   *
   * @throws IOException where the folder cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Path folder, Formats formats, Progress progress) throws IOException {
    KernelScan scan = new KernelScan(progress);
    FolderWalk walk = FolderWalk.of(folder);
    walk.unreadable().forEach(each -> scan.problem(each.path() + ": " + each.words()));
    // Archives that are in the tree are files of their own, however the folder is named.
    Path root = folder.toRealPath();
    progress.begin("Reading kernels in " + folder.getFileName(), walk.files().size());
    for (Path file : walk.files()) {
      progress.step(1);
      if (Files.isSymbolicLink(file)) {
        continue;
      }
      try (Document document = formats.open(file, progress.cancelOnly())) {
        scan.file(document, archive -> !archive.startsWith(root));
      } catch (IOException unreadable) {
        scan.problem(String.valueOf(unreadable.getMessage()));
      }
    }
    return scan.result();
  }

  private Result result() {
    return new Result(kernels, codeObjects, problems);
  }

  private void file(Document document, Predicate<Path> wanted) throws IOException {
    // The first says where the damage is; the others may follow from it.
    document.problems().stream()
        .limit(1)
        .forEach(damage -> problem(String.valueOf(damage.getMessage())));
    Optional<CodeElsewhere> elsewhere = document.codeElsewhere(wanted, progress.cancelOnly());
    if (elsewhere.isPresent()) {
      try (CodeElsewhere archived = elsewhere.get()) {
        all(archived.codeObjects());
      }
    } else if (document.refusesCodeObjects().isEmpty()) {
      all(document.codeObjects());
    }
  }

  private void all(CodeObjects found) throws IOException {
    for (int number = 0; number < found.size(); number++) {
      progress.step(0);
      CodeObjectRow row = found.row(number);
      if (row.problem() != null) {
        continue;
      }
      try {
        CodeObject code = CodeObject.read(found.load(number, progress.cancelOnly()));
        codeObjects++;
        for (Kernel kernel : code.kernels()) {
          kernels.add(KernelFigures.of(row, code, kernel));
        }
      } catch (FormatException damaged) {
        if (damaged.reason() == Reason.CLOSED || damaged.reason() == Reason.FILE_CHANGED) {
          throw damaged;
        }
        problem(String.valueOf(damaged.getMessage()));
      }
    }
  }

  private void problem(String words) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(words);
    }
  }
}
