package org.kpackworkbench.model.analysis.resolve.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution.Cell;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.StoppedProgress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;

class TreeResolverTest {
  private static final List<GpuTarget> DEVICES = InstalledTree.targets("gfx1100 gfx90a gfx942");

  @TempDir Path folder;

  private Path packed() throws IOException {
    Path input = folder.resolve("input");
    Files.createDirectories(input.resolve("bin"));
    Files.createDirectories(input.resolve("lib"));
    Files.copy(FatFixture.EXE_PIE_LLD.path(), input.resolve("bin/run"));
    Files.copy(FatFixture.COMPRESSED.path(), input.resolve("lib/libfour.so"));
    Files.copy(FatFixture.RELR.path(), input.resolve("lib/libtwo.so"));
    Files.copy(Fixtures.path("libplain.so"), input.resolve("lib/libplain.so"));
    Files.writeString(input.resolve("lib/notes.txt"), "nothing");
    Files.createSymbolicLink(input.resolve("lib/link.so"), Path.of("libtwo.so"));
    Path output = folder.resolve("output");
    new Pack(PackRequest.of(input, output, "group", "gfx")).run(Progress.NONE);
    return output;
  }

  @Test
  void theGridSaysWhichDevicesFailWhere() throws IOException {
    Path root = packed();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      List<BinaryResolution> visited = new ArrayList<>();
      TreeResolution tree =
          new TreeResolver(new BinaryResolver(loader, DEVICES, false))
              .resolve(root, visited::add, Progress.NONE);

      assertThat(tree.rows())
          .extracting(TreeResolution.Row::path)
          .containsExactly("bin/run", "lib/libfour.so", "lib/libtwo.so");
      assertThat(tree.rows())
          .extracting(TreeResolution.Row::state)
          .containsOnly(DeviceCode.HOST_ONLY);
      assertThat(tree.rows().get(0).cells())
          .containsExactly(
              new Cell(1, 0, 1, 0, 0, -1, LoaderError.SUCCESS),
              new Cell(1, 0, 1, 0, 0, -1, LoaderError.SUCCESS),
              new Cell(0, 0, 1, 0, 0, 0, LoaderError.KERNEL_NOT_FOUND));
      assertThat(tree.rows().get(1).cells())
          .containsOnly(new Cell(4, 0, 4, 0, 0, -1, LoaderError.SUCCESS));
      assertThat(tree.rows().get(2).cells().get(2))
          .isEqualTo(new Cell(1, 0, 2, 0, 0, 1, LoaderError.KERNEL_NOT_FOUND));
      assertThat(tree.failing()).containsExactly(GpuTarget.parse("gfx942"));
      assertThat(tree.failing(GpuTarget.parse("gfx942")))
          .extracting(TreeResolution.Row::path)
          .containsExactly("bin/run", "lib/libtwo.so");
      assertThat(tree.failing(GpuTarget.parse("gfx803"))).isEmpty();
      assertThat(tree.complete()).isFalse();
      assertThat(visited).hasSize(3);
      assertThat(visited.get(1).outcomes()).hasSize(12);
      // One archive for all of it.
      assertThat(loader.archiveCount()).isEqualTo(1);
    }
  }

  @Test
  void windowsLibrariesWithoutNamesOfSectionsAreListed() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows.dll"));
    for (CoffSection section : CoffFile.read(ByteView.of("a", bytes.clone())).sections()) {
      int name = (int) section.headerOffset();
      Arrays.fill(bytes, name, name + 8, (byte) 0);
    }
    Path file = Files.write(folder.resolve("a.dll"), bytes);
    Files.copy(FatFixture.ONE.path(), folder.resolve("libone.so"));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeResolution tree =
          new TreeResolver(new BinaryResolver(loader, DEVICES, false))
              .resolve(folder, binary -> {}, Progress.NONE);
      assertThat(tree.rows()).extracting(TreeResolution.Row::path).containsExactly("libone.so");
      assertThat(tree.unreadable())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.path()).isEqualTo(file);
                assertThat(each.failure())
                    .hasMessageContaining("Windows file, section headers")
                    .hasMessageContaining("none, and bundles of device code");
              });
    }
  }

  @Test
  void aShardIsResolvedAsIfItsArtifactsWereOverlaid() throws IOException {
    Path shard = Files.createDirectories(folder.resolve("shard"));
    SplitShard made = SplitShard.standard(shard);
    Path overlaid = made.overlay(folder.resolve("tree"), "gfx90a", "gfx1100", "gfx942");
    List<TreeResolution> trees = new ArrayList<>();
    for (Path root : List.of(overlaid, shard, made.generic(), folder.resolve("shard/.."))) {
      try (Loader loader =
          new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(root))) {
        trees.add(
            new TreeResolver(new BinaryResolver(loader, DEVICES, true))
                .resolve(root, binary -> {}, Progress.NONE));
      }
    }
    TreeResolution real = trees.getFirst();
    assertThat(real.overlaid()).isEmpty();
    assertThat(real.rows()).hasSize(3);
    assertThat(real.rows())
        .allSatisfy(row -> assertThat(row.cells()).anyMatch(cell -> cell.found() > 0));
    assertThat(trees.get(1).rows().stream().map(TreeResolution.Row::cells).toList())
        .as("what each binary has")
        .isEqualTo(real.rows().stream().map(TreeResolution.Row::cells).toList());
    assertThat(trees.get(2).rows().stream().map(TreeResolution.Row::cells).toList())
        .isEqualTo(real.rows().stream().map(TreeResolution.Row::cells).toList());
    assertThat(trees.get(1).overlaid())
        .isEqualTo(
            "Paths are followed as if the %d artifacts in %s were overlaid."
                .formatted(ArtifactFolder.foldersIn(shard).size(), shard.toRealPath()));
    assertThat(trees.get(3).rows()).as("the tree and the shard").hasSize(6);
    assertThat(
            new TreeReport(trees.get(1), new TreeFailures(List.of())).text(TreeReport.Format.TEXT))
        .contains("as if the");
  }

  @Test
  void withoutTheOthersAnArtifactFindsNothing() throws IOException {
    Path shard = Files.createDirectories(folder.resolve("shard"));
    SplitShard made = SplitShard.standard(shard);
    Path alone = folder.resolve("alone/math_lib_generic");
    Files.createDirectories(alone.getParent());
    Files.move(made.generic(), alone);
    try (Loader loader =
        new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, LoaderFiles.around(alone))) {
      TreeResolution tree =
          new TreeResolver(new BinaryResolver(loader, DEVICES, false))
              .resolve(alone, binary -> {}, Progress.NONE);
      assertThat(tree.overlaid()).isEmpty();
      assertThat(tree.rows())
          .flatExtracting(TreeResolution.Row::cells)
          .allSatisfy(cell -> assertThat(cell.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND));
    }
  }

  @Test
  void whatStillHasItsCodeIsInTheGridAndBrokenFilesBesideIt() throws IOException {
    Path root = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.ONE.path(), root.resolve("libone.so"));
    byte[] elf = Files.readAllBytes(FatFixture.ONE.path());
    Files.copy(Fixtures.path("libi386.so"), root.resolve("libi386.so"));
    Files.write(root.resolve("cut.so"), java.util.Arrays.copyOf(elf, 40));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeResolution tree =
          new TreeResolver(new BinaryResolver(loader, DEVICES, false))
              .resolve(root, binary -> {}, Progress.NONE);
      assertThat(tree.rows()).hasSize(1);
      assertThat(tree.rows().getFirst().state()).isEqualTo(DeviceCode.FAT);
      assertThat(tree.failing())
          .extracting(GpuTarget::toString)
          .containsExactly("gfx90a", "gfx942");
      assertThat(tree.unreadable())
          .singleElement()
          .satisfies(one -> assertThat(one.path()).isEqualTo(root.resolve("cut.so")));
    }
  }

  @Test
  void itCanBeCancelled() throws IOException {
    Path root = packed();
    Progress cancelled = new StoppedProgress();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeResolver resolver = new TreeResolver(new BinaryResolver(loader, DEVICES, false));
      assertThatThrownBy(() -> resolver.resolve(root, binary -> {}, cancelled))
          .isInstanceOf(CancellationException.class);
    }
  }
}
