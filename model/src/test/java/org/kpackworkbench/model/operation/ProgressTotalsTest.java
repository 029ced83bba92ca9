package org.kpackworkbench.model.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;

/** Steps say how much there is, do no more than that, and end with all of it done. */
class ProgressTotalsTest {
  @TempDir private Path folder;

  /** Work on a tree, whose results go into a folder. */
  private interface Work {
    void run(Path tree, Path results, Progress progress) throws IOException;
  }

  private record Case(String name, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final class Step {
    private final String what;
    private final long total;
    private final Unit unit;
    private long done;

    private Step(String what, long total, Unit unit) {
      this.what = what;
      this.total = total;
      this.unit = unit;
    }

    /** The names of a tree are not known before they are listed. */
    private boolean isWalk() {
      return unit == Unit.NAMES && what.startsWith("Reading ");
    }
  }

  private static final class Recorder implements Progress {
    private final List<Step> steps = new ArrayList<>();

    @Override
    public synchronized void begin(String what, long totalUnits, Unit unit) {
      steps.add(new Step(what, totalUnits, unit));
    }

    @Override
    public synchronized void advance(long units) {
      if (!steps.isEmpty()) {
        steps.getLast().done += units;
      }
    }

    @Override
    public boolean cancelled() {
      return false;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        new Case("pack", (tree, results, progress) -> pack(tree, results, progress)),
        new Case(
            "pack over existing files",
            (tree, results, progress) -> {
              pack(tree, results, Progress.NONE);
              pack(tree, results, progress);
            }),
        new Case("prune", (tree, results, progress) -> prune(tree, results, progress)),
        new Case(
            "prune over existing files",
            (tree, results, progress) -> {
              prune(tree, results, Progress.NONE);
              prune(tree, results, progress);
            }),
        new Case(
            "manifest without checksums",
            (tree, results, progress) ->
                ManifestDiskCheck.run(
                    tree.resolve("c.kpm"),
                    Manifest.of(
                        "c", "p", List.of(new ManifestRow("gfx900", "a.kpack", 1, 1, null))),
                    false,
                    progress)));
  }

  private static void pack(Path tree, Path results, Progress progress) throws IOException {
    new Pack(PackRequest.of(tree, results.resolve("packed"), "g", "f")).run(progress);
  }

  private static void prune(Path tree, Path results, Progress progress) throws IOException {
    new Prune(
            PruneRequest.keeping(
                tree, results.resolve("pruned"), TargetFilter.of(List.of("gfx942"))))
        .run(progress);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stepsEndAtTheirTotals(Case given) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Files.writeString(tree.resolve("readme.txt"), "text");
    Recorder recorder = new Recorder();
    given.work().run(tree.getParent(), Files.createDirectory(folder.resolve("results")), recorder);
    assertThat(recorder.steps).isNotEmpty();
    for (Step step : recorder.steps) {
      String shown = "%s: %d of %d %s".formatted(step.what, step.done, step.total, step.unit);
      if (step.isWalk()) {
        assertThat(step.total).as(shown).isZero();
        assertThat(step.done).as(shown).isPositive();
      } else {
        assertThat(step.total).as(shown).isPositive();
        assertThat(step.done).as(shown).isEqualTo(step.total);
      }
    }
  }
}
