package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.tree.TreeFailures;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.analysis.resolve.TraceNode.TraceMark;

/**
 * Result of simulating a tree. Immutable.
 *
 * @param binaries where its binaries come from
 * @param failures the GPUs that would fail, and why
 * @param damaged the code that cannot be unpacked, with what is wrong
 * @param paths how paths in it are shown
 * @param sizeBytes the size of all code that was found
 */
record TreeOutcome(
    SetUp setUp,
    TreeSimulatorView.Binaries binaries,
    TreeResolution tree,
    TreeFailures failures,
    Map<Place, String> damaged,
    ShownPaths paths,
    long sizeBytes) {

  /** Simulates all binaries of a tree; in the background. */
  static TreeOutcome of(
      TreeSimulatorView.Binaries binaries, SetUp setUp, boolean loads, Progress progress)
      throws IOException {
    try (Loader loader = binaries.loader(setUp)) {
      TreeFailures.Collector failures = new TreeFailures.Collector(new Diagnoser(loader));
      LongAdder bytes = new LongAdder();
      Map<Place, String> damaged = new ConcurrentHashMap<>();
      TreeResolution tree =
          binaries.resolve(
              new TreeResolver(setUp.resolver(loader, loads)),
              binary -> {
                failures.take(binary);
                bytes.add(binary.sizeBytes());
                SimulatorView.unpacked(binary, damaged);
              },
              progress);
      return new TreeOutcome(
          setUp,
          binaries,
          tree,
          failures.done(setUp.targets()),
          damaged,
          ShownPaths.from(tree.root()),
          bytes.sum());
    }
  }

  TreeOutcome with(BinaryResolution binary) {
    return new TreeOutcome(setUp, binaries, tree.with(binary), failures, damaged, paths, sizeBytes);
  }

  /** The GPUs that would fail as lines: below each why, below that which binaries. */
  LoaderTrace failing() {
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
                  lacks(device) ? TraceMark.FAILED : TraceMark.NOTE,
                  lacks(device) ? "would fail" : "never built",
                  "%d of %s".formatted(failing, CountText.of(tree.rows().size(), "binary")),
                  null,
                  below));
        });
    return new LoaderTrace(
        summary(), nodes.isEmpty() ? TraceMark.FOUND : TraceMark.FAILED, List.of(), nodes);
  }

  /** All of it in a sentence. */
  String summary() {
    return tree.overlaid().isEmpty() ? result() : result() + " " + tree.overlaid();
  }

  private String result() {
    int count = tree.rows().size();
    if (count == 0) {
      return binaries.whyNone();
    }
    String all = CountText.of(count, "binary");
    List<GpuTarget> lacking = tree.devices().stream().filter(this::lacks).toList();
    List<GpuTarget> unbuilt =
        tree.failing().stream().filter(device -> !lacking.contains(device)).toList();
    List<GpuTarget> served =
        tree.devices().stream()
            .filter(device -> !lacking.contains(device) && !unbuilt.contains(device))
            .toList();
    List<String> parts = new ArrayList<>();
    if (!lacking.isEmpty()) {
      parts.add(
          "%s on %d of %s: %s"
              .formatted(
                  what(),
                  lacking.size(),
                  CountText.of(tree.devices().size(), "target"),
                  names(lacking)));
    } else if (!served.isEmpty()) {
      parts.add(
          "%s code on %s".formatted(CountText.word(count, "has its", "have their"), names(served)));
    }
    if (!unbuilt.isEmpty()) {
      parts.add("some code was never built for " + names(unbuilt));
    }
    if (!tree.loaded()) {
      parts.add("code was " + LoadNodes.LOOKED_UP);
    }
    boolean named = lacking.isEmpty() && !served.isEmpty();
    return "%s%s %s.".formatted(all, named ? "" : ":", String.join("; ", parts));
  }

  private static String names(List<GpuTarget> devices) {
    return Traces.some(devices.stream().map(GpuTarget::toString).toList());
  }

  /** Whether code that was built does not get to a device. */
  boolean lacks(GpuTarget device) {
    int column = tree.devices().indexOf(device);
    Map<Path, Map<GpuTarget, Integer>> unbuilt = failures.neverBuilt();
    return tree.rows().stream()
        .anyMatch(row -> row.cells().get(column).lacks(unbuilt(unbuilt, row, device)));
  }

  private static int unbuilt(
      Map<Path, Map<GpuTarget, Integer>> counts, TreeResolution.Row row, GpuTarget device) {
    return counts.getOrDefault(row.file(), Map.of()).getOrDefault(device, 0);
  }

  private String what() {
    Set<String> fates = new HashSet<>();
    for (TreeFailures.Cause cause : failures.causes()) {
      switch (cause.diagnosis()) {
        case Diagnosis.CodeUnreadable damaged -> fates.add(Traces.DAMAGED);
        case Diagnosis.ArchiveUnreadable damaged -> fates.add(Traces.DAMAGED);
        case Diagnosis.RefusedCode refused -> fates.add(Traces.REFUSED);
        case Diagnosis.OthersKernels foreign -> fates.add("another wrapper's");
        default -> {
          if (!cause.neverBuilt()) {
            fates.add(Traces.MISSING);
          }
        }
      }
    }
    return "code is "
        + Stream.of(Traces.MISSING, Traces.DAMAGED, Traces.REFUSED, "another wrapper's")
            .filter(fates::contains)
            .collect(Collectors.joining(" or "));
  }

  private static TraceNode cause(TreeFailures.Cause cause, ShownPaths paths) {
    List<TraceNode> binaries =
        cause.binaries().stream().map(binary -> binary(binary, paths)).toList();
    return new TraceNode(
        "cause",
        TraceMark.BROKEN,
        CountText.of(cause.binaries().size(), "binary"),
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
