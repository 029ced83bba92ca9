package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.simulate.AvailableTargets;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** A binary that is open, for simulating loads. Safe for use by many threads. */
record BinarySubject(HostDocument document) {

  /**
   * Result of a simulation.
   *
   * @param loads whether code was unpacked, and not only looked up
   */
  record Outcome(BinaryResolution resolution, boolean loads, LoaderTrace trace) {}

  /** How its system reads paths. */
  PathRules pathRules() {
    return document.fat().image().pathRules();
  }

  /** Whether a loader has something to do with it. */
  boolean hasWrappers() {
    DeviceCode state = document.fat().state();
    return !document.fat().wrappers().isEmpty() && state != DeviceCode.NONE;
  }

  /** The targets that there is code for; in the background. */
  List<GpuTarget> occurring(Progress progress) throws IOException {
    Marker marker = document.fat().marker();
    if (marker != null) {
      return AvailableTargets.of(marker, document.path(), progress);
    }
    CodeObjects objects = document.codeObjects();
    TreeSet<GpuTarget> targets = new TreeSet<>();
    for (int row = 0; row < objects.size(); row++) {
      progress.step(0);
      GpuTarget target = GpuTarget.lenient(objects.row(row).targetText());
      if (!target.processor().endsWith("-generic")) {
        targets.add(target);
      }
    }
    return List.copyOf(targets);
  }

  /**
   * Simulates; in the background.
   *
   * @param loads whether code objects are unpacked, to see whether they can be
   */
  Outcome resolve(SetUp setUp, boolean targetFirst, boolean loads, Progress progress)
      throws IOException {
    try (Loader loader = setUp.loader(LoaderFiles.around(document.path()))) {
      BinaryResolution resolution =
          setUp.resolver(loader, loads).resolve(document.fat(), document.place(), progress);
      return new Outcome(
          resolution,
          loads,
          Traces.of(resolution, new Diagnoser(loader), targetFirst).adding(loader.files().words()));
    }
  }

  /** Makes the loader of a set-up. */
  interface Loaders {
    Loader loader(SetUp setUp) throws IOException;
  }

  /**
   * Simulates a binary of a tree, with all its code unpacked; in the background. What is so for all
   * of the tree is not said again.
   */
  static Outcome resolve(Path file, SetUp setUp, Loaders loaders, Progress progress)
      throws IOException {
    try (Loader loader = loaders.loader(setUp)) {
      BinaryResolution resolution = setUp.resolver(loader, true).resolve(file, progress);
      return new Outcome(resolution, true, Traces.of(resolution, new Diagnoser(loader), true));
    }
  }
}
