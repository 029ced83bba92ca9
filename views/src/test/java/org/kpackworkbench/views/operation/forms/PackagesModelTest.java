package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.packages.PackagesRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.kit.job.Background;

class PackagesModelTest {
  @TempDir private Path folder;

  private static List<Path> unpacked() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(".artifacts.")).toList();
    }
  }

  @Test
  void keepsWhatPlansUnpackedUntilTheFormIsClosed() throws IOException {
    Path shard = Files.createDirectories(folder.resolve("shard"));
    Path artifact = MadeShard.split(folder.resolve("blas_lib_gfx942"));
    Path packed = shard.resolve("blas_lib_gfx942.tar.zst");
    TarPack.write(artifact, packed, TarPack.TarOptions.DEFAULT, Progress.NONE);
    TreeDeletion.delete(artifact);
    Path config =
        Files.writeString(folder.resolve("p.yaml"), "version: 7.15.0\npackages: {blas: {}}\n");
    List<Path> before = unpacked();
    PackagesModel model =
        new PackagesModel(shard.toString(), config.toString(), Background.sameThread());
    assertThat(model.previewProperty().get().rows()).isNotEmpty();
    List<Path> during = unpacked();
    assertThat(during).hasSize(before.size() + 1);
    model.field(PackagesRequest.VERSION).set("8.0");
    assertThat(unpacked()).containsExactlyInAnyOrderElementsOf(during);
    model.dispose();
    assertThat(unpacked()).containsExactlyInAnyOrderElementsOf(before);
  }
}
