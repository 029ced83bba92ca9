package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;
import org.kpackworkbench.model.operation.prune.PruneReport.TargetCode;

/** Files of offload containers, and databases that are one file. */
class SingleFilePruneTest {
  @TempDir private Path folder;

  private PruneReport prune(Path input, Path output, String... keep) throws IOException {
    return new Prune(PruneRequest.keeping(input, output, TargetFilter.of(List.of(keep)))).run();
  }

  /** Where the second of two containers starts, as their golden listing says. */
  @ParameterizedTest
  @CsvSource({
    "container-llvm19.bin, 3544",
    "container-llvm22.bin, 3544",
    "container-bitcode.bin, 4096"
  })
  void containersOfOtherGpusGo(String name, int second) throws IOException {
    Path file = Fixtures.path(name);
    byte[] all = Files.readAllBytes(file);
    Path older = folder.resolve("older");
    PruneReport report = prune(file, older, "gfx1030");
    assertThat(report.files())
        .extracting(PrunedFile::outcome, PrunedFile::dropped)
        .containsExactly(tuple(Outcome.PRUNED, List.of("gfx1100")));
    assertThat(report.kept()).extracting(TargetCode::target).containsExactly("gfx1030");
    assertThat(older).hasBinaryContent(Arrays.copyOf(all, second));
    Path newer = folder.resolve("newer");
    prune(file, newer, "gfx1100");
    assertThat(newer).hasBinaryContent(Arrays.copyOfRange(all, second, all.length));
    Path both = folder.resolve("both");
    assertThat(prune(file, both, "gfx1100", "gfx1030").files()).isEmpty();
    assertThat(both).hasBinaryContent(all);
    assertThatThrownBy(() -> prune(file, folder.resolve("none"), "gfx906"))
        .hasMessageContaining("no code for gfx906; it has some for gfx1030, gfx1100");
  }

  /** Code that does not unpack is none: loaders go on, in whatever library. */
  @ParameterizedTest
  @ValueSource(strings = {"lib/libtest.so#0", "lib/libtest.so", "free"})
  void archivesByThemselvesKeepWhatLoadersFindInThem(String key) throws IOException {
    byte[] code = Files.readAllBytes(Fixtures.path("kinds-gfx11-generic-v6.hsaco"));
    TestArchive archive = TestArchive.zstd(code, code, code);
    archive.architectures = List.of("gfx1100", "gfx11-generic", "gfx1030");
    archive.toc(
        map(
            key,
            map(
                "gfx1100",
                TestArchive.entry(0, code.length + 1),
                "gfx11-generic",
                TestArchive.entry(1, code.length),
                "gfx1030",
                TestArchive.entry(2, code.length))));
    Path file = Files.write(folder.resolve("a.kpack"), archive.bytes());
    Path pruned = folder.resolve("b.kpack");
    prune(file, pruned, "gfx1100");
    try (KpackArchive left = KpackArchive.open(pruned)) {
      assertThat(left.entries())
          .extracting(ArchiveEntry::targetText)
          .containsExactly("gfx11-generic");
    }
  }

  @Test
  void containersInATreeArePruned() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path file = Fixtures.path("container-llvm22.bin");
    Files.copy(file, tree.resolve("containers.bin"));
    Files.copy(Fixtures.path("libmany.so"), tree.resolve("libmany.so"));
    Path output = folder.resolve("out");
    prune(tree, output, "gfx1030");
    assertThat(output.resolve("containers.bin"))
        .hasBinaryContent(Arrays.copyOf(Files.readAllBytes(file), 3544));
    prune(tree, folder.resolve("without"), "gfx942");
    assertThat(folder.resolve("without/containers.bin")).doesNotExist();
    byte[] cut = Arrays.copyOf(Files.readAllBytes(file), 3600);
    Files.write(tree.resolve("cut.bin"), cut);
    PruneReport report = prune(tree, folder.resolve("cut"), "gfx1030");
    assertThat(report.findings())
        .anySatisfy(
            note -> {
              assertThat(note.rule()).isEqualTo("not-pruned");
              assertThat(note.file()).hasFileName("cut.bin");
            });
    assertThat(folder.resolve("cut/cut.bin")).hasBinaryContent(cut);
  }

  /** A library has such a file for each architecture: it is kept or removed as a whole. */
  @ParameterizedTest
  @ValueSource(strings = {"gfx1100.kdb", "aotriton.zip"})
  void aDatabaseOfOneFileStaysOrGoes(String name) throws IOException {
    Path file = Fixtures.path(name);
    Path output = folder.resolve("out");
    PruneReport report = prune(file, output, "gfx1100");
    assertThat(report.files()).isEmpty();
    assertThat(report.kept())
        .singleElement()
        .satisfies(
            code -> {
              assertThat(code.target()).isEqualTo("gfx1100");
              assertThat(code.codeObjects()).isEqualTo(name.endsWith(".kdb") ? 2 : 3);
            });
    assertThat(output).hasSameBinaryContentAs(file);
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> prune(file, none, "gfx1030"))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no code for gfx1030; it has some for gfx1100");
    PruneRequest dropping =
        PruneRequest.keeping(file, none, TargetFilter.of(List.of("gfx1030")))
            .dropping(TargetFilter.of(List.of("gfx1100")));
    assertThatThrownBy(() -> new Prune(dropping).run())
        .hasMessageContaining("1 binary would be left without any code: " + name);
    assertThat(new Prune(dropping.with(PruneRequest.ALLOW_EMPTY, true)).run().files())
        .extracting(PrunedFile::outcome)
        .containsExactly(Outcome.REMOVED);
    assertThat(none).doesNotExist();
    assertThat(file).exists();
  }

  /** Also one without rows, as MIOpen makes it before it has compiled anything. */
  @Test
  void anEmptyDatabaseIsForTheGpuOfItsName() throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    KernelDatabases.miopen(file).close();
    Path kept = folder.resolve("kept");
    assertThat(prune(file, kept, "gfx942").files()).isEmpty();
    assertThat(kept).hasSameBinaryContentAs(file);
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> prune(file, none, "gfx1030"))
        .hasMessageContaining("no code for gfx1030; it has some for gfx942");
    PruneRequest dropping =
        PruneRequest.keeping(file, none, TargetFilter.of(List.of("gfx1030")))
            .dropping(TargetFilter.of(List.of("gfx942")))
            .with(PruneRequest.ALLOW_EMPTY, true);
    assertThat(new Prune(dropping).run().files())
        .extracting(PrunedFile::outcome)
        .containsExactly(Outcome.REMOVED);
    assertThat(none).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernels.json",
        "TensileLibrary_lazy_gfx1100.dat",
        "TensileLibrary_Type_HH_gfx1100.yaml",
        "gfx1100.fdb.txt"
      })
  void whatOnlyNamesKernelsIsPrunedWithItsFolder(String name) {
    assertThatThrownBy(() -> prune(Fixtures.path(name), folder.resolve("out"), "gfx1100"))
        .hasMessageContaining("expected kernels in the file itself")
        .hasMessageContaining("Prune the folder that it is in.");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
