package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.Marker;

/** Which GPUs a list begins with. */
class AvailableTargetsTest {
  @TempDir Path folder;

  private static List<String> of(InstalledTree tree, String... paths) throws IOException {
    return AvailableTargets.of(
            Marker.stating(InstalledTree.NAME, List.of(paths)), tree.library(), Progress.NONE)
        .stream()
        .map(GpuTarget::toString)
        .toList();
  }

  @Test
  void whatArchivesListThatPathsCanStandFor() throws IOException {
    InstalledTree tree =
        new InstalledTree(folder)
            .with("x-gfx942.kpack", "lib/libtest.so#0@gfx942")
            .with("x-gfx90a:xnack+.kpack", "lib/libtest.so#0@gfx90a:xnack+")
            .with("x-gfx11-generic.kpack", "gfx11-generic")
            .with("other.kpack", "lib/libtest.so#0@gfx1030", "gfx1100");
    Files.writeString(tree.archive("x-gfx1200.kpack"), "no archive");
    assertThat(of(tree, "../.kpack/x-@GFXARCH@.kpack")).containsExactly("gfx90a:xnack+", "gfx942");
    assertThat(of(tree, "../.kpack/other.kpack")).containsExactly("gfx1030", "gfx1100");
    assertThat(of(tree, "../no/x-@GFXARCH@.kpack", "/no/such.kpack", "../.kpack")).isEmpty();
    Marker marker = Marker.stating(InstalledTree.NAME, List.of("../.kpack/other.kpack"));
    assertThatThrownBy(() -> AvailableTargets.of(marker, tree.library(), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
