package org.kpackworkbench.model.analysis.resolve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnosis;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution.Cell;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.registration.CodeOwnership;
import org.kpackworkbench.model.format.registration.CountedTree;

/** A loader finds another unit's code as it finds any; whose it is is said beside its answer. */
class KernelOwnershipTest {
  @TempDir Path folder;

  private static List<String> words(BinaryResolution binary) {
    return binary.outcomes().stream()
        .map(
            outcome ->
                "%s #%d %s%s"
                    .formatted(
                        outcome.device(),
                        outcome.number(),
                        outcome.error(),
                        outcome.right() ? "" : ": " + outcome.ownership().words()))
        .toList();
  }

  @Test
  void theAnswerStaysAndTheWarningComesWithIt() throws IOException {
    Path library = CountedTree.of("libowner.so", folder, "libx.so");
    BinaryResolution counted =
        ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100", "gfx942");
    String success = LoaderError.SUCCESS.toString();
    String missing = LoaderError.KERNEL_NOT_FOUND.toString();
    String belongs = ": found, but these kernels belong to wrapper ";
    assertThat(words(counted))
        .containsExactly(
            "gfx1100 #0 " + success,
            "gfx1100 #1 " + success,
            "gfx1100 #2 " + success,
            "gfx1100 #3 " + success,
            "gfx1100 #4 " + success,
            "gfx942 #0 " + success,
            "gfx942 #1 " + success + belongs + 2,
            "gfx942 #2 " + success + belongs + 3,
            "gfx942 #3 " + success + belongs + 4,
            "gfx942 #4 " + missing + ": ");
    assertThat(counted.complete()).isFalse();
    // What a loader answers is still what it answers: the row under its own index, with its bytes.
    WrapperOutcome second = counted.outcomes().get(6);
    assertThat(second.found()).isTrue();
    assertThat(second.code())
        .isInstanceOfSatisfying(
            WrapperOutcome.InArchive.class,
            asked -> {
              assertThat(asked.resolution().succeeded()).isTrue();
              assertThat(asked.resolution().found().key()).isEqualTo("lib/libx.so#1");
              assertThat(asked.sha256()).isNotNull();
            });
  }

  /** No index is missing, and every unit has one kernel of the same name. */
  @Test
  void withOneArchitectureAloneTheUnitsHashTells() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libowner-same.so"), folder, "libx.so");
    CountedTree.number(folder.resolve(".kpack"), (target, n, count) -> (n + 1) % count);
    assertThat(words(ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx90a")))
        .containsExactly(
            "gfx90a #0 %s: found, but these kernels belong to wrapper 2"
                .formatted(LoaderError.SUCCESS),
            "gfx90a #1 %s: found, but these kernels belong to wrapper 0"
                .formatted(LoaderError.SUCCESS),
            "gfx90a #2 %s: found, but these kernels belong to wrapper 1"
                .formatted(LoaderError.SUCCESS));
  }

  @Test
  void withOneArchitectureAloneNamesStillTell() throws IOException {
    Path library = CountedTree.of("libowner-nounit.so", folder, "libx.so");
    BinaryResolution counted = ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx90a");
    assertThat(counted.outcomes().stream().filter(WrapperOutcome::right).count()).isEqualTo(3);
    assertThat(counted.outcomes().get(3).ownership())
        .isInstanceOfSatisfying(
            CodeOwnership.Foreign.class,
            foreign -> assertThat(foreign.wrappers()).containsExactly(4));
  }

  @Test
  void whatWasConvertedHereIsRight() throws IOException {
    for (String fixture :
        List.of(
            "libowner.so", "libowner-same.so", "libdrift.so", "librdc.so", "libsamebundle.so")) {
      Path library = ConvertedTree.convert(Fixtures.path(fixture), folder, fixture);
      BinaryResolution binary =
          ConvertedTree.resolve(library, LoaderEnvironment.NONE, "gfx1100", "gfx942", "gfx90a");
      assertThat(binary.outcomes())
          .allSatisfy(outcome -> assertThat(outcome.ownership().wrong()).isFalse());
    }
  }

  @Test
  void diagnosesSayWhoseItIsAndWhatToDo() throws IOException {
    Path library = CountedTree.of("libowner-same.so", folder, "libx.so");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, InstalledTree.targets("gfx90a gfx942"), false);
      BinaryResolution binary = resolver.resolve(library, Progress.NONE);
      Map<Diagnosis, List<WrapperOutcome>> causes = new Diagnoser(loader).of(binary);
      Diagnosis wrong =
          causes.keySet().stream()
              .filter(Diagnosis.OthersKernels.class::isInstance)
              .findFirst()
              .orElseThrow();
      assertThat(wrong.sentence())
          .startsWith("lib/libx.so#1 @ gfx942 in ")
          .contains(
              ".kpack is found, but these kernels belong to wrapper 2. The code object is of the"
                  + " compile unit c1174baa637574e0, which is wrapper 2's");
      assertThat(wrong.advice()).contains("numbers by wrapper");
      assertThat(wrong.place()).isNotNull();
    }
  }

  @Test
  void treesCountThem() throws IOException {
    CountedTree.of("libowner.so", folder, "libx.so");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      BinaryResolver resolver =
          new BinaryResolver(loader, InstalledTree.targets("gfx1100 gfx942"), false);
      TreeFailures.Collector causes = new TreeFailures.Collector(new Diagnoser(loader));
      TreeResolution tree = new TreeResolver(resolver).resolve(folder, causes, Progress.NONE);
      assertThat(tree.rows()).hasSize(1);
      assertThat(tree.rows().getFirst().cells())
          .containsExactly(
              new Cell(5, 0, 5, 0, 0, -1, LoaderError.SUCCESS),
              new Cell(4, 0, 5, 3, 0, 4, LoaderError.KERNEL_NOT_FOUND));
      assertThat(tree.rows().getFirst().cells().get(1).words())
          .isEqualTo("4 of 5, 3 not their own, error 5");
      assertThat(tree.complete()).isFalse();
      TreeReport report = new TreeReport(tree, causes.done(tree.devices()));
      assertThat(report.text(TreeReport.Format.TEXT))
          .contains("gfx942: 4 of 5, 3 not their own, error 5")
          .contains("found, but these kernels belong to wrapper 2");
      assertThat(report.text(TreeReport.Format.JSON)).contains("\"notOwn\":3");
      assertThat(report.failures().causes())
          .filteredOn(cause -> cause.sentence().contains("belong to wrapper"))
          .singleElement()
          .satisfies(
              cause -> assertThat(cause.binaries().getFirst().wrappers()).containsExactly(1, 2, 3));
    }
  }
}
