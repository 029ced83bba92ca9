package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.simulate.MarkerPreview.Archive;
import org.kpackworkbench.model.analysis.resolve.simulate.MarkerPreview.SearchedPath;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.format.kpack.GoldenArchive;

class MarkerPreviewTest {
  @TempDir Path folder;

  @Test
  void eachPathLeadsToItsArchivesAndEachArchiveToItsCode() throws Exception {
    Path binary = Files.createDirectories(folder.resolve("lib")).resolve("libtest.so");
    Path archives = Files.createDirectories(folder.resolve(".kpack"));
    Files.write(archives.resolve("t_gfx900.kpack"), GoldenArchive.bytes());
    Files.write(archives.resolve("t_gfx906.kpack"), new byte[3]);
    Files.write(archives.resolve("t.kpm"), new byte[3]);
    MarkerPreview preview =
        MarkerPreview.of(
            binary,
            PathRules.LINUX,
            "lib/libtest.so",
            List.of("../.kpack/t_@GFXARCH@.kpack", "../.kpack/none.kpack", "../.kpack/t.kpm", "\0"),
            2,
            Progress.NONE);
    List<SearchedPath> paths = preview.paths();
    assertThat(paths.getFirst().archives())
        .extracting(Archive::target)
        .containsExactly("gfx900", "gfx906");
    assertThat(paths.getFirst().archives().getFirst().wrappers()).isEqualTo(1);
    assertThat(paths.getFirst().archives().getFirst().problem()).isEmpty();
    assertThat(paths.getFirst().archives().getLast().problem()).isNotEmpty();
    assertThat(paths.get(1).archives()).isEmpty();
    assertThat(paths.get(1).problem()).isEmpty();
    assertThat(paths.get(2).archives().getFirst().problem()).contains("manifest");
    assertThat(paths.get(3).problem()).isNotEmpty();
  }

  @Test
  void anotherNameFindsNothing() throws Exception {
    Files.write(folder.resolve("t.kpack"), GoldenArchive.bytes());
    MarkerPreview preview =
        MarkerPreview.of(
            folder.resolve("x.so"),
            PathRules.LINUX,
            "lib/other.so",
            List.of("t.kpack"),
            3,
            Progress.NONE);
    assertThat(preview.paths().getFirst().archives().getFirst().wrappers()).isZero();
  }
}
