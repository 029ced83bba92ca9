package org.kpackworkbench.model.analysis.contents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;

/** Reads the figures of all kernels in a file or a tree. For one run on one thread. */
public final class KernelScan {
  private final List<KernelFigures> kernels = new ArrayList<>();
  private final CodeObjectWalk walk;

  private KernelScan(Progress progress) {
    walk =
        new CodeObjectWalk(
            (inside, row, code) -> {
              for (Kernel kernel : code.kernels()) {
                kernels.add(KernelFigures.of(row, code, kernel));
              }
              return true;
            },
            progress);
  }

  /**
   * Results of a scan. Immutable.
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
   * @throws IOException if the file was closed or has changed
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Document document, Progress progress) throws IOException {
    KernelScan scan = new KernelScan(progress);
    return scan.result(scan.walk.file(document, "Reading kernels"));
  }

  /**
   * Reads those of all files in a tree. Files that occur twice are read once.
   *
   * @throws IOException if the folder cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Result of(Path folder, Formats formats, Progress progress) throws IOException {
    KernelScan scan = new KernelScan(progress);
    return scan.result(
        scan.walk.tree(folder, formats, "Reading kernels in " + folder.getFileName()));
  }

  private Result result(CodeObjectWalk done) {
    return new Result(kernels, done.codeObjects(), done.problems());
  }
}
