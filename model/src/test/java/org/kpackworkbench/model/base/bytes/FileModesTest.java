package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Modes of many files do not read the list of mounts for each. */
@DisabledOnOs(OS.WINDOWS)
@Isolated("what is counted is counted for the process")
class FileModesTest {
  @TempDir Path folder;

  @Test
  void aDeviceIsAskedOnce() throws IOException {
    FileModes.set(Files.createFile(folder.resolve("first")), 0600);
    int before = FileModes.asked();
    for (int i = 0; i < 50; i++) {
      Path file = Files.createFile(folder.resolve("f" + i));
      FileModes.set(file, 02640);
      assertThat(FileModes.of(file)).isEqualTo(02640);
    }
    assertThat(FileModes.asked()).isEqualTo(before);
  }
}
