package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.tree.TreeFailures;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * What was simulated of a tree. Immutable.
 *
 * @param failures the GPUs that would fail, and why
 * @param paths how paths in it are shown
 */
record TreeOutcome(SetUp setUp, TreeResolution tree, TreeFailures failures, ShownPaths paths) {

  /** Simulates all binaries of a tree; in the background. */
  static TreeOutcome of(Path root, SetUp setUp, Progress progress) throws IOException {
    try (Loader loader = new Loader(setUp.environment(), setUp.behaviour())) {
      TreeFailures.Collector failures = new TreeFailures.Collector(new Diagnoser(loader));
      TreeResolution tree =
          new TreeResolver(BinaryResolver.handing(loader, setUp.devices(), false))
              .resolve(root, failures, progress);
      return new TreeOutcome(
          setUp, tree, failures.done(setUp.targets()), ShownPaths.from(tree.root()));
    }
  }

  /** The GPUs that would fail as lines: below each why, below that which binaries. */
  Trace failing() {
    List<TraceNode> nodes = new ArrayList<>();
    Map<GpuTarget, List<TraceNode>> causes = new LinkedHashMap<>();
    for (TreeFailures.Cause cause : failures.causes()) {
      causes.computeIfAbsent(cause.device(), key -> new ArrayList<>()).add(cause(cause, paths));
    }
    causes.forEach(
        (device, below) -> {
          int failing = tree.failing(device).size();
          nodes.add(
              TraceNode.above(
                  device.toString(),
                  TraceMark.FAILED,
                  "would fail",
                  "%d of %s"
                      .formatted(
                          failing,
                          tree.rows().size() == 1 ? "1 binary" : tree.rows().size() + " binaries"),
                  null,
                  below));
        });
    return new Trace(
        summary(), nodes.isEmpty() ? TraceMark.FOUND : TraceMark.FAILED, List.of(), nodes);
  }

  /** All of it in a sentence. */
  String summary() {
    int binaries = tree.rows().size();
    if (binaries == 0) {
      return "No binary here has device code, inside or in archives.";
    }
    String all = binaries == 1 ? "1 binary" : binaries + " binaries";
    List<GpuTarget> failing = tree.failing();
    return failing.isEmpty()
        ? "%s: all have their code on %s."
            .formatted(all, Traces.some(tree.devices().stream().map(GpuTarget::toString).toList()))
        : "%s: %s on %d of %s: %s."
            .formatted(
                all,
                what(),
                failing.size(),
                StepWords.counted(tree.devices().size(), "target"),
                Traces.some(failing.stream().map(GpuTarget::toString).toList()));
  }

  private String what() {
    boolean missing = false;
    boolean foreign = false;
    for (TreeResolution.Row row : tree.rows()) {
      for (TreeResolution.Cell cell : row.cells()) {
        missing |= cell.found() < cell.wrappers();
        foreign |= cell.foreign() > 0;
      }
    }
    return !foreign
        ? "code is missing"
        : missing ? "code is missing, or another wrapper's," : "code is another wrapper's";
  }

  private static TraceNode cause(TreeFailures.Cause cause, ShownPaths paths) {
    List<TraceNode> binaries =
        cause.binaries().stream().map(binary -> binary(binary, paths)).toList();
    return new TraceNode(
        "cause",
        TraceMark.BROKEN,
        cause.binaries().size() == 1 ? "1 binary" : cause.binaries().size() + " binaries",
        paths.apply(cause.sentence()) + " → " + cause.advice(),
        null,
        false,
        0,
        -1,
        false,
        binaries);
  }

  private static TraceNode binary(TreeFailures.Failing failing, ShownPaths paths) {
    Place place = failing.wrapper();
    return TraceNode.fact(
        paths.apply(failing.file().toAbsolutePath().normalize().toString()),
        TraceMark.FAILED,
        failing.wrappers().size() == 1
            ? "wrapper " + failing.wrappers().getFirst()
            : "wrappers " + Traces.some(failing.wrappers().stream().map(String::valueOf).toList()),
        place);
  }
}
