package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.files.TreeDeletion;

/** Ctrl+C while a database is packed or unpacked leaves nothing. */
@DisabledOnOs(OS.WINDOWS)
class DatabaseInterruptTest {
  private static final int FILES = 400;
  private static final int CODE_BYTES = 100_000;
  private static final int MOST_RUNS = 20;

  @TempDir private Path folder;
  private Path library;

  private void make() throws IOException {
    library = Files.createDirectories(folder.resolve("rocblas/library"));
    byte[] code = new byte[CODE_BYTES];
    Random random = new Random(1);
    for (int i = 0; i < FILES; i++) {
      random.nextBytes(code);
      Files.write(library.resolve("Kernels_%d_gfx942.co".formatted(i)), code);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /** Ends it when there is something of the output; again where it has ended by itself before. */
  private void interrupted(Path output, Object... args) throws Exception {
    List<String> before = names();
    List<Integer> statuses = new ArrayList<>();
    for (int run = 0; run < MOST_RUNS; run++) {
      Process process =
          new ProcessBuilder(JavaProcess.command(List.of(), args))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      while (names().equals(before) && process.isAlive()) {
        Thread.onSpinWait();
      }
      process.destroy();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      statuses.add(process.exitValue());
      if (process.exitValue() != 0) {
        assertThat(names()).isEqualTo(before);
        return;
      }
      TreeDeletion.delete(output);
    }
    assertThat(statuses).as("each run ended before it was interrupted").isEmpty();
  }

  @Test
  void nothingIsLeft() throws Exception {
    make();
    Path out = folder.resolve("out");
    interrupted(out, "pack-database", library, "-o", out);
    assertThat(CliRun.of("pack-database", library, "-o", out).status()).isZero();
    Path back = folder.resolve("back");
    interrupted(back, "unpack-database", out.resolve("rocblas-gfx942.kpack"), "-o", back);
    try (Stream<Path> files = Files.list(library)) {
      assertThat(files).hasSize(FILES);
    }
  }
}
