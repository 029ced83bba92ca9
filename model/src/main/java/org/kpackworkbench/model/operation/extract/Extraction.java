package org.kpackworkbench.model.operation.extract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.RealPaths;
import org.kpackworkbench.model.base.files.TooMuchException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/**
 * Writes code objects into files, with threads of its own.
 *
 * <p>Damaged code objects and files that are in the way are reported while the others are written.
 * Where writing itself fails (no space, no permission) the rest is not tried.
 */
public final class Extraction {
  private final ExtractRequest request;

  public Extraction(ExtractRequest request) {
    this.request = request;
  }

  /**
   * What {@link #run} would write; changes nothing.
   *
   * @param progress for the pass over the file that finds positions and sizes
   * @throws FormatException where the source cannot be read at all
   */
  public ExtractPlan plan(Progress progress) throws FormatException {
    request.source().locate(progress);
    return new Planner(request).plan();
  }

  /**
   * Writes the files.
   *
   * @param progress counts the bytes written
   * @throws FormatException where the source cannot be read at all
   * @throws TooMuchException where it is refused, see {@link #refusal}; nothing is written then
   * @throws IOException where the folder cannot be made
   * @throws CancellationException when cancelled; each file is then whole or not there
   */
  public ExtractReport run(Progress progress) throws IOException {
    ExtractPlan plan = plan(progress);
    TooMuchException tooMuch = refusal(plan);
    if (tooMuch != null) {
      throw tooMuch;
    }
    if (request.intoFolder() && request.overwrite()) {
      RealPaths.refuseLink(request.output());
    }
    OutputFolder folder = OutputFolder.make(folder());
    progress.begin(
        plan.files().size() == 1
            ? "Writing 1 code object"
            : "Writing %d code objects".formatted(plan.files().size()),
        Math.max(0, plan.sizeBytes()));
    ExtractWorkers workers = new ExtractWorkers(request, plan.files(), folder, progress);
    workers.run();
    List<ExtractProblem> problems = new ArrayList<>(plan.problems());
    problems.addAll(workers.problems());
    return new ExtractReport(workers.written(), inOrder(problems), workers.notTried());
  }

  /**
   * Why it will not write what it has planned: it is far more than the file's own size, and nobody
   * has allowed that, or more than the disk has room for. Null where it will.
   *
   * @throws IOException where the disk or the source cannot be looked at
   */
  public @Nullable TooMuchException refusal(ExtractPlan plan) throws IOException {
    long bytes = plan.leastBytes();
    long sourceBytes = sourceBytes(plan);
    if (!request.large() && UnpackBudget.implausibleSum(bytes, sourceBytes)) {
      return new TooMuchException(
          folder(),
          "%s would be written from a file of %s, more than %d times as much"
              .formatted(
                  SizeText.of(bytes), SizeText.of(sourceBytes), UnpackBudget.MOST_SUM_TIMES));
    }
    try {
      if (request.large()) {
        DiskRoom.at(folder()).requireAll(bytes);
      } else {
        DiskRoom.at(folder()).require(bytes);
      }
      return null;
    } catch (TooMuchException full) {
      return full;
    }
  }

  /** The size of the files that it all comes from; far too large to matter where none is there. */
  private long sourceBytes(ExtractPlan plan) throws IOException {
    Set<Path> files = new HashSet<>();
    for (PlannedFile planned : plan.files()) {
      files.add(request.source().row(planned.row()).place().file());
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.exists(file) ? Files.size(file) : 0;
    }
    return bytes == 0 ? Long.MAX_VALUE : bytes;
  }

  private Path folder() {
    if (request.intoFolder()) {
      return request.output();
    }
    Path parent = request.output().toAbsolutePath().getParent();
    return parent == null ? request.output().toAbsolutePath() : parent;
  }

  private List<ExtractProblem> inOrder(List<ExtractProblem> problems) {
    Map<Integer, Integer> positions = new HashMap<>();
    for (int i = 0; i < request.rows().size(); i++) {
      positions.putIfAbsent(request.rows().get(i), i);
    }
    problems.sort(Comparator.comparing(problem -> positions.getOrDefault(problem.row(), 0)));
    return problems;
  }
}
