package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.coverage.GridCounts;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** What splitting and overlaying make of good input verifies clean: notes at most. */
class SplitVerifiedTest {
  @TempDir Path folder;
  private Path shard;
  private List<SplitArtifact> artifacts;

  private static void fixture(Path in, String path, String fixture) throws IOException {
    Path file = in.resolve(path);
    Files.createDirectories(file.getParent());
    Files.copy(Fixtures.path(fixture), file);
  }

  @BeforeEach
  void split() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in/blas_lib_gfx9X"));
    fixture(in, "math/a/stage/lib/libdrift.so.1", "libdrift.so");
    Files.createSymbolicLink(in.resolve("math/a/stage/lib/libdrift.so"), Path.of("libdrift.so.1"));
    fixture(in, "math/b/stage/lib/deep/libcompressed.so", "libcompressed.so");
    fixture(in, "math/b/stage/lib/libsamebundle.so", "libsamebundle.so");
    fixture(in, "math/b/stage/bin/program", "exe-pie-lld");
    fixture(in, "math/b/stage/lib/libplain.so", "libplain.so");
    Path drift = in.resolve("math/a/stage/lib/libdrift.so.1");
    Files.createLink(drift.resolveSibling("libdrift.so.1.0"), drift);
    Files.createLink(in.resolve("math/a/stage/bin-drift.so"), drift);
    String library = "math/a/stage/lib/rocblas/library/";
    fixture(in, library + "Kernels_gfx1100.hsaco", "kinds-gfx1100.hsaco");
    byte[] index =
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.table(List.of())));
    Files.write(in.resolve(library).resolve("TensileLibrary_gfx942.dat"), index);
    Files.write(in.resolve(library).resolve("TensileLibrary.dat"), index);
    Files.writeString(
        in.resolve("artifact_manifest.txt"), "math/a/stage\nmath/b/stage\nmath/none/stage\n");
    shard = folder.resolve("shard");
    SplitReport report =
        new Split(SplitRequest.artifact(in, shard).with(SplitRequest.DATABASES, List.of("rocblas")))
            .run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    artifacts = report.artifacts();
  }

  private static void checkClean(Path path) {
    VerifyReport report = EveryRuleTest.verify(path);
    assertThat(report.passed()).as(report.findings() + " " + report.unreadable()).isTrue();
    // Some of its binaries have code for a GPU, or a setting of features, that others lack.
    assertThat(report.findings())
        .filteredOn(finding -> !SplitShard.isOfBuild(finding))
        .extracting(Finding::severity)
        .as(report.findings().toString())
        .allMatch(Severity.NOTE::equals);
    assertThat(report.checked()).isNotEmpty();
  }

  @Test
  void theShardIsCleanAndHasNoHoles() throws IOException {
    checkClean(shard);
    CoverageGrid grid = CoverageScan.of(shard, Progress.NONE);
    assertThat(grid.rows()).hasSizeGreaterThan(7);
    assertThat(GridCounts.of(grid))
        .containsEntry(CellKind.HOLE, 0)
        .containsEntry(CellKind.UNCERTAIN, 0)
        .containsEntry(CellKind.INSIDE, 0)
        // Its database has files for two architectures, its binaries code for five.
        .containsEntry(CellKind.FILES, 2)
        .containsEntry(CellKind.ABSENT, 3);
  }

  @Test
  void eachArtifactByItselfIsCleanPackedOrNot() throws IOException {
    Path packed = Files.createDirectory(folder.resolve("packed"));
    for (SplitArtifact artifact : artifacts) {
      checkClean(artifact.path());
      Path file = packed.resolve(artifact.name() + ".tar.zst");
      TarPack.write(artifact.path(), file, TarOptions.DEFAULT, Progress.NONE);
      checkClean(file);
    }
    checkClean(packed);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTreeOfAllAndOneOfSomeAreClean(boolean flat) throws IOException {
    List<Path> all = artifacts.stream().map(SplitArtifact::path).toList();
    List<Path> some =
        artifacts.stream()
            .filter(each -> each.name().generic() || each.name().family().equals("gfx942"))
            .map(SplitArtifact::path)
            .toList();
    for (List<Path> chosen : List.of(all, some)) {
      Path tree = folder.resolve("tree" + chosen.size());
      new Overlay(OverlayRequest.of(chosen, tree).with(OverlayRequest.FLATTEN, flat))
          .run(Progress.NONE);
      checkClean(tree);
    }
  }
}
