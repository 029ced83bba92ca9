package org.kpackworkbench.model.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.job.Progress;

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
   * @throws IOException where the folder cannot be made
   * @throws CancellationException when cancelled; each file is then whole or not there
   */
  public ExtractReport run(Progress progress) throws IOException {
    ExtractPlan plan = plan(progress);
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
