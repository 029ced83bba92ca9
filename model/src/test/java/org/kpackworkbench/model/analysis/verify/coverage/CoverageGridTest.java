package org.kpackworkbench.model.analysis.verify.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Absent;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Certainty;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Hole;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Inside;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.NotApplicable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Shared;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.StoppedProgress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** The grid of split artifacts, of trees they are laid onto, and of fat binaries. */
class CoverageGridTest {
  @TempDir Path folder;

  private static CoverageGrid grid(Path path) throws IOException {
    return CoverageScan.of(path, Progress.NONE);
  }

  private static CoverageCell cell(CoverageGrid grid, String path, int index, String target) {
    int column = grid.columns().indexOf(GpuTarget.parse(target));
    assertThat(column).as(target).isNotNegative();
    for (int row = 0; row < grid.rows().size(); row++) {
      if (grid.rows().get(row).path().endsWith(path) && grid.rows().get(row).index() == index) {
        return grid.cell(row, column);
      }
    }
    throw new AssertionError("no row " + path + "#" + index);
  }

  private static List<String> columns(CoverageGrid grid) {
    return grid.columns().stream().map(GpuTarget::toString).toList();
  }

  @Test
  void aShardsBinariesFindTheirArchivesInOtherArtifacts() throws IOException {
    SplitShard shard = SplitShard.standard(folder);
    for (Path root : List.of(folder, shard.generic())) {
      CoverageGrid grid = grid(root);
      assertThat(grid.rows()).hasSize(8);
      assertThat(columns(grid))
          .containsExactly("gfx90a", "gfx90a:sramecc+:xnack-", "gfx942", "gfx1030", "gfx1100");
      assertThat(GridCounts.of(grid))
          .containsEntry(CellKind.HOLE, 0)
          .containsEntry(CellKind.ABSENT, 0);
      Present found = (Present) cell(grid, "libdrift.so", 3, "gfx1030");
      assertThat(found.archive()).isEqualTo(shard.archive("gfx1030").toRealPath());
      assertThat(found.sizeBytes()).isEqualTo(3264);
      assertThat(found.place())
          .isEqualTo(
              new Place.CodeObject(
                  new Place.File(found.archive()),
                  "a/stage/lib/sub/libdrift.so",
                  3,
                  "gfx1030",
                  null,
                  true));
      // It lies in another prefix than the archive.
      assertThat(cell(grid, "libsamebundle.so", 1, "gfx1100")).isInstanceOf(Present.class);
    }
  }

  @Test
  void whatABundleNeverHadFailsWhereAnArchiveListsIt() throws IOException {
    SplitShard.standard(folder);
    CoverageGrid grid = grid(folder);
    assertThat(cell(grid, "libdrift.so", 3, "gfx1100"))
        .isInstanceOfSatisfying(
            Hole.class,
            hole -> {
              assertThat(hole.certainty()).isEqualTo(Certainty.NEVER);
              assertThat(hole.why()).contains("was not compiled for gfx1100, only for gfx1030");
            });
    assertThat(CellKind.of(cell(grid, "libdrift.so", 3, "gfx1100")))
        .isEqualTo(CellKind.NEVER_BUILT);
  }

  @Test
  void whatAnArchiveClaimsAndLacksIsAHole() throws IOException {
    SplitShard shard =
        new SplitShard(folder, "math_lib", "a/stage")
            .binary("a/stage", "lib/libdrift.so", "libdrift.so")
            .without("gfx942", "a/stage/lib/libdrift.so#2")
            .write();
    CoverageGrid grid = grid(folder);
    Path archive = shard.archive("gfx942").toRealPath();
    assertThat(cell(grid, "libdrift.so", 2, "gfx942"))
        .isInstanceOfSatisfying(
            Hole.class,
            hole -> {
              assertThat(hole.archive()).isEqualTo(archive);
              assertThat(hole.certainty()).isEqualTo(Certainty.SURE);
              assertThat(hole.why()).contains("#2", "It was compiled for gfx942");
            });
    assertThat(GridCounts.of(grid)).containsEntry(CellKind.HOLE, 1);
  }

  @Test
  void whatHasNoArchiveIsAbsent() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path tree = shard.overlay(folder.resolve("tree"), "gfx942");
    CoverageGrid grid = grid(tree);
    assertThat(cell(grid, "libdrift.so", 0, "gfx942")).isInstanceOf(Present.class);
    assertThat(cell(grid, "libdrift.so", 0, "gfx90a")).isInstanceOf(Absent.class);
    assertThat(cell(grid, "libsamebundle.so", 0, "gfx942")).isInstanceOf(Present.class);
    // Its code is for another architecture only, which nothing here says.
    Path claiming = tree.resolve("a/stage/.kpack/math_lib_gfx942.kpack").toRealPath();
    assertThat(cell(grid, "libdrift.so", 3, "gfx942"))
        .isInstanceOfSatisfying(
            Hole.class,
            hole -> {
              assertThat(hole.archive()).isEqualTo(claiming);
              assertThat(hole.certainty()).isEqualTo(Certainty.POSSIBLE);
            });
    assertThat(GridCounts.of(grid))
        .containsEntry(CellKind.HOLE, 0)
        .containsEntry(CellKind.UNCERTAIN, 3);
  }

  @Test
  void aFlattenedTreeIsFoundByTheSamePaths() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    CoverageGrid grid = grid(shard.flatten(folder.resolve("tree"), "gfx942", "gfx1100"));
    assertThat(cell(grid, "libsamebundle.so", 0, "gfx942")).isInstanceOf(Present.class);
    assertThat(cell(grid, "libdrift.so", 0, "gfx1100")).isInstanceOf(Present.class);
  }

  @Test
  void codeWithFewerFeaturesIsShared() throws IOException {
    SplitShard shard =
        new SplitShard(folder, "math_lib", "a/stage")
            .binary("a/stage", "lib/libone.so", "libone.so")
            .write();
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    TestArchive small = TestArchive.zstd(code);
    small.architectures = List.of("gfx1100:xnack+");
    small.toc(
        MsgBytes.map(
            "other.so#0", MsgBytes.map("gfx1100:xnack+", TestArchive.entry(0, code.length))));
    Path hidden = Files.createDirectories(folder.resolve("math_lib_gfx1100/a/stage/.kpack"));
    Files.write(hidden.resolve("math_lib_gfx1100:xnack+.kpack"), small.bytes());
    Shared shared = (Shared) cell(grid(shard.generic()), "libone.so", 0, "gfx1100:xnack+");
    assertThat(shared.target()).hasToString("gfx1100");
    assertThat(shared.code().archive()).isEqualTo(shard.archive("gfx1100").toRealPath());
  }

  @Test
  void fatBinariesShowWhatTheyContainAlsoCompressed() throws IOException {
    Files.copy(Fixtures.path("libdrift.so"), folder.resolve("fat.so"));
    Files.copy(Fixtures.path("libcompressed.so"), folder.resolve("packed.so"));
    CoverageGrid grid = grid(folder);
    assertThat(((Inside) cell(grid, "fat.so", 3, "gfx1030")).sizeBytes()).isEqualTo(3264);
    assertThat(cell(grid, "fat.so", 3, "gfx1100"))
        .isInstanceOfSatisfying(
            NotApplicable.class, never -> assertThat(never.why()).contains("had no code"));
    Inside packed = (Inside) cell(grid, "packed.so", 0, "gfx942");
    assertThat(packed.sizeBytes()).isPositive();
    assertThat(((Place.CodeObject) packed.place()).unpacked()).isTrue();
  }

  /**
   * What a loader finds and what the grid shows are the same, also of archives with other names.
   */
  @Test
  void theGridAgreesWithALoader() throws IOException {
    Path binary = folder.resolve("libdrift.so");
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path("libdrift.so"),
                binary,
                "lib/libdrift.so",
                List.of(".kpack/drift_@GFXARCH@.kpack"),
                Files.createDirectories(folder.resolve(".kpack"))))
        .run();
    assertAgree(binary);
    Path archives = folder.resolve(".kpack");
    Files.move(archives.resolve("drift_gfx942.kpack"), archives.resolve("drift_gfx1201.kpack"));
    assertAgree(binary);
    CoverageGrid grid = grid(folder);
    assertThat(cell(grid, "libdrift.so", 0, "gfx942")).isInstanceOf(Absent.class);
    assertThat(grid.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.file().getFileName()).hasToString("drift_gfx1201.kpack");
              assertThat(problem.message())
                  .contains("code for gfx942")
                  .contains("contains gfx1201");
            });
  }

  private void assertAgree(Path binary) throws IOException {
    CoverageGrid grid = grid(folder);
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      for (GpuTarget target : grid.columns()) {
        for (WrapperOutcome outcome :
            new BinaryResolver(loader, List.of(target), true)
                .resolve(binary, Progress.NONE)
                .outcomes()) {
          boolean there =
              cell(grid, "libdrift.so", outcome.number(), target.toString()) instanceof Present;
          assertThat(((WrapperOutcome.InArchive) outcome.code()).resolution().found())
              .as("%s of wrapper %d", target, outcome.number())
              .matches(found -> (found != null) == there);
        }
      }
    }
  }

  @Test
  void archivesThatCannotBeReadAreSaidAndTheOthersCount() throws IOException {
    SplitShard shard = SplitShard.standard(folder);
    Files.write(shard.archive("gfx942"), new byte[100]);
    CoverageGrid grid = grid(folder);
    assertThat(grid.problems())
        .as("once, for all binaries and wrappers")
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.file()).isEqualTo(shard.archive("gfx942").toRealPath());
              assertThat(problem.message()).startsWith("loaders pass it over, error ");
            });
    assertThat(((Hole) cell(grid, "libdrift.so", 0, "gfx942")).why())
        .contains("math_lib_gfx942.kpack exists but cannot be opened");
    assertThat(cell(grid, "libdrift.so", 0, "gfx1100")).isInstanceOf(Present.class);
  }

  @Test
  void manyBinariesShareArchives() throws IOException {
    SplitShard shard = new SplitShard(folder, "big_lib", "a/stage");
    for (int i = 0; i < 60; i++) {
      shard.binary("a/stage", "lib/lib%03d.so".formatted(i), "libdrift.so");
    }
    shard.write();
    CoverageGrid grid = grid(folder);
    assertThat(grid.rows()).hasSize(300);
    assertThat(GridCounts.of(grid))
        .isEqualTo(
            Map.of(
                CellKind.PRESENT,
                60 * 11,
                CellKind.NEVER_BUILT,
                60 * 9,
                CellKind.NOT_APPLICABLE,
                0,
                CellKind.HOLE,
                0,
                CellKind.SHARED,
                0,
                CellKind.UNCERTAIN,
                0,
                CellKind.ABSENT,
                0,
                CellKind.FILES,
                0,
                CellKind.INSIDE,
                0));
  }

  @Test
  void aMissingFolderIsSaidAndCancellingEndsIt() throws IOException {
    assertThatThrownBy(() -> grid(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    SplitShard.standard(folder);
    Progress cancelled = new StoppedProgress();
    assertThatThrownBy(() -> CoverageScan.of(folder, cancelled))
        .isInstanceOf(CancellationException.class);
  }
}
