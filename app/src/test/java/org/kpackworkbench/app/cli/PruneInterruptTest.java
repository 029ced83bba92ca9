package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl+C while prune puts files in place: that is finished, and reported. */
@DisabledOnOs(OS.WINDOWS)
class PruneInterruptTest {
  private static final int FILES = 3000;
  private static final int MOST_RUNS = 10;

  @TempDir private Path folder;

  private Path tree() throws IOException {
    Path tree = Files.createTempDirectory(folder, "tree");
    Path code = CliRun.fixture("axpy-gfx906-v4.hsaco");
    for (int number = 0; number < FILES; number++) {
      Files.copy(code, tree.resolve("kernel%d.hsaco".formatted(number)));
    }
    Files.copy(CliRun.fixture("kinds-gfx942.hsaco"), tree.resolve("kept.hsaco"));
    return tree;
  }

  private static List<String> names(Path tree) throws IOException {
    try (Stream<Path> files = Files.list(tree)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void whatWasBegunIsFinishedAndReported() throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (int run = 0; run < MOST_RUNS; run++) {
      Path tree = tree();
      Path out = folder.resolve("out" + run);
      Process process =
          new ProcessBuilder(
                  JavaProcess.command(List.of(), "prune", tree, "--keep", "gfx942", "--in-place"))
              .redirectOutput(out.toFile())
              .start();
      Path journal = tree.resolve(".kpack-workbench-prune/journal");
      JavaProcess.until(process, () -> Files.exists(journal));
      process.toHandle().destroy();
      String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      statuses.add(process.exitValue());
      assertThat(names(tree)).containsExactly("kept.hsaco");
      assertThat(out).content().contains("changed: %d of %d files".formatted(FILES, FILES + 1));
      if (process.exitValue() != 0) {
        assertThat(said).contains("Interrupted when all changes were made");
        return;
      }
    }
    assertThat(statuses).as("each run ended before it was interrupted").isEmpty();
  }
}
