package org.kpackworkbench.model.analysis.verify.grid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.HalfConverted;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Hole;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell.Present;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.coverage.GridCounts;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan.Unpacking;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** Code that an archive has and that no GPU gets is a hole, or it is said that nothing was read. */
class CoverageScanTest {
  @TempDir Path folder;

  private CoverageGrid grid() throws IOException {
    return CoverageScan.of(folder, Progress.NONE);
  }

  private static CoverageCell cell(CoverageGrid grid, int row, String target) {
    return grid.cell(row, grid.columns().indexOf(GpuTarget.parse(target)));
  }

  /** Converts a library with one wrapper and replaces its code for a target. */
  private void tree(String fixture, String target, byte[] code) throws IOException {
    ConvertedTree.convert(Fixtures.path(fixture), folder, "libx.so");
    Path archive = folder.resolve(".kpack/libx.so_%s.kpack".formatted(target));
    Path changed = folder.resolve("changed.tmp");
    try (KpackArchive old = KpackArchive.open(archive);
        ArchiveWriter writer =
            ArchiveWriter.create(
                changed, TableHead.of(old), WriteOptions.DEFAULT.withThreads(1), Progress.NONE)) {
      for (ArchiveEntry entry : old.entries()) {
        writer.add(
            NewEntry.of(BinaryKey.parse(entry.binary() + "#" + entry.index()), target),
            ByteView.of("code", code));
      }
      writer.finish();
    }
    Files.move(changed, archive, StandardCopyOption.REPLACE_EXISTING);
  }

  private void isHole(String target, String why) throws IOException {
    CoverageGrid grid = grid();
    assertThat(cell(grid, 0, target))
        .isInstanceOfSatisfying(Hole.class, hole -> assertThat(hole.why()).contains(why));
    assertThat(GridCounts.of(grid)).containsEntry(CellKind.HOLE, 1);
    assertThat(grid.lookedUp(0)).isFalse();
  }

  @Test
  void showsStrippedCodeAsHole() throws IOException {
    tree("libone.so", "gfx1100", Files.readAllBytes(Fixtures.path("axpy-gfx1100-stripped.hsaco")));
    isHole("gfx1100", "It has no section .strtab");
  }

  @Test
  void showsCutSegmentsAsHole() throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    ByteBuffer in = ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(in.getShort(18)).isEqualTo((short) ElfMachine.AMDGPU);
    int loads = 0;
    for (int i = 0; i < in.getShort(56); i++) {
      int header = (int) in.getLong(32) + i * 56;
      if (in.getInt(header) == 1 && ++loads == 2) {
        in.putLong(header + 40, in.getLong(header + 32) - 16);
      }
    }
    tree("libone.so", "gfx1100", code);
    isHole("gfx1100", "fewer than in the file");
  }

  @ParameterizedTest
  @CsvSource({
    "gfx942, kinds-gfx1100.hsaco",
    "gfx942, kinds-gfx9-generic-v6.hsaco",
    "gfx1100, kinds-gfx1030-wave64.hsaco",
    "gfx90a:xnack+, kinds-gfx942.hsaco",
    "gfx90a:xnack-, kinds-gfx90a-xnack-on.hsaco",
  })
  void showsCodeUnderAnotherTargetAsHole(String target, String code) throws IOException {
    tree("libmany.so", target, Files.readAllBytes(Fixtures.path(code)));
    isHole(target, "Its flags state ");
  }

  /** Both wrappers state index 0, so that the second gets what is the first's. */
  @Test
  void showsCodeOfAnotherWrapperAsHole() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libdrift.so"), folder, "libx.so");
    HalfConverted.index(library, 1, 0);
    CoverageGrid grid = grid();
    assertThat(cell(grid, 0, "gfx1100")).isInstanceOf(Present.class);
    assertThat(cell(grid, 1, "gfx1100"))
        .isInstanceOfSatisfying(
            Hole.class, hole -> assertThat(hole.why()).contains("Wrappers 0, 1 all state index 0"));
  }

  private void flip(Path path) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    try (KpackArchive archive = KpackArchive.open(path)) {
      archive.blobs(Progress.NONE);
      ByteRange frame = archive.storedRange(0).orElseThrow();
      bytes[(int) (frame.start() + frame.length() / 2)] ^= 1;
    }
    Files.write(path, bytes);
  }

  @Test
  void showsDamagedCodeAsHole() throws IOException {
    ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libx.so");
    flip(folder.resolve(".kpack/libx.so_gfx1100.kpack"));
    isHole("gfx1100", "libx.so_gfx1100.kpack");
  }

  /** Large trees are looked up only, up to where the code that may be unpacked ends. */
  @Test
  void tellsThatCodeWasOnlyLookedUp() throws IOException {
    ConvertedTree.convert(Fixtures.path("libone.so"), folder, "liba.so");
    ConvertedTree.convert(Fixtures.path("libone.so"), folder, "libb.so");
    flip(folder.resolve(".kpack/liba.so_gfx1100.kpack"));
    flip(folder.resolve(".kpack/libb.so_gfx1100.kpack"));
    int each = grid().columns().size();
    CoverageGrid grid =
        CoverageScan.of(folder, new Unpacking(2 * each - 1, Long.MAX_VALUE), Progress.NONE);
    assertThat(cell(grid, 0, "gfx1100")).isInstanceOf(Hole.class);
    assertThat(grid.lookedUp(0)).isFalse();
    assertThat(cell(grid, 1, "gfx1100")).isInstanceOf(Present.class);
    assertThat(grid.lookedUp(1)).isTrue();
    assertThat(CoverageScan.of(folder, new Unpacking(100, 100), Progress.NONE).lookedUp(0))
        .as("more bytes than may be unpacked")
        .isTrue();
  }
}
