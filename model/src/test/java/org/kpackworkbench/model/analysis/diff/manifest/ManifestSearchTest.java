package org.kpackworkbench.model.analysis.diff.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

class ManifestSearchTest {
  @TempDir private Path folder;

  private Path manifest(String path, String component) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.write(file, ManifestWriter.write(Manifest.of(component, "p", List.of())));
  }

  @Test
  void manifestsOfAFolderAreGroupedByComponentAndOrderedByName() throws IOException {
    Path ten = manifest("build-10/.kpack/blas.kpm", "blas");
    Path two = manifest("build-2/.kpack/blas.kpm", "blas");
    Path rand = manifest("build-2/.kpack/rand.kpm", "rand");
    Files.write(folder.resolve("broken.kpm"), new byte[3]);
    assertThat(ManifestSearch.in(folder, Progress.NONE))
        .isEqualTo(Map.of("blas", List.of(two, ten), "rand", List.of(rand)));
    assertThatThrownBy(() -> ManifestSearch.in(folder, () -> true))
        .isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> ManifestSearch.in(folder.resolve("none"), Progress.NONE))
        .isInstanceOf(IOException.class);
  }
}
