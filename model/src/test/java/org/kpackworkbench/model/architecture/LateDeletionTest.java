package org.kpackworkbench.model.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.architecture.LateDeletion;

@DisabledOnOs(OS.WINDOWS)
class LateDeletionTest {
  @TempDir private Path folder;

  private Path all;
  private Path small;
  private Path large;
  private Path outside;

  @BeforeEach
  void make() throws IOException {
    all = folder.resolve("all");
    outside = Files.write(folder.resolve("outside"), new byte[(int) LateDeletion.LARGE_BYTES]);
    Path inner = Files.createDirectories(all.resolve("inner"));
    small = Files.write(inner.resolve("small"), new byte[(int) LateDeletion.LARGE_BYTES - 1]);
    large = Files.write(inner.resolve("large"), new byte[(int) LateDeletion.LARGE_BYTES]);
    Files.createSymbolicLink(inner.resolve("link"), outside);
    assertThat(inner.toFile().setWritable(false)).isTrue();
  }

  @Test
  void onlyWhatIsLargeGoesAtOnce() {
    LateDeletion.deleteLarge(all);
    assertThat(small).exists();
    assertThat(large).doesNotExist();
    assertThat(outside).exists();
  }

  @Test
  void allGoesAtTheEnd() {
    LateDeletion.deleteAll(all);
    assertThat(all).doesNotExist();
    assertThat(outside).exists();
  }
}
