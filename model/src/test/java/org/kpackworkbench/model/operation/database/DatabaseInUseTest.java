package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.format.sqlite.SqliteDocumentTest;
import org.kpackworkbench.model.operation.pack.Expected;

/** A database that another program writes is neither packed nor changed. */
class DatabaseInUseTest {
  @TempDir private Path folder;
  private Path tree;
  private Path file;

  @BeforeEach
  void make() throws Exception {
    tree = Files.createDirectories(folder.resolve("tree/lib")).getParent();
    file = tree.resolve("lib/rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.manyRocfft(10, 100);
    }
  }

  /** As a file and in a tree, planned and packed: it says why, and what to do. */
  private void isRefused(String found, String advice) throws IOException {
    Map<String, String> before = Expected.tree(tree);
    for (Path input : List.of(file, tree)) {
      PackDatabase packing =
          new PackDatabase(new PackDatabaseRequest(input, folder.resolve("out"), false));
      for (boolean plan : new boolean[] {true, false}) {
        assertThatThrownBy(
                () -> {
                  if (plan) {
                    packing.plan(Progress.NONE);
                  } else {
                    packing.run(Progress.NONE);
                  }
                })
            .isInstanceOf(FormatException.class)
            .hasMessageStartingWith(file.toString())
            .hasMessageContaining(found)
            .hasMessageContaining(advice);
      }
    }
    assertThat(Expected.tree(tree)).isEqualTo(before);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(tree);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-wal", "-journal"})
  void changesThatAreNotInTheFileYet(String ending) throws IOException {
    Files.writeString(file.resolveSibling(file.getFileName() + ending), "not empty");
    isRefused(ending + " beside it", "Close the program that has");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theLockOfAProgramThatWrites() throws Exception {
    Process writer =
        ChildJvm.start(
            ChildJvm.command(
                List.of(), SqliteDocumentTest.Writer.class, List.of(Progress.class), file));
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("true");
      isRefused("a lock of another program", "Close the program that writes it.");
    } finally {
      writer.destroyForcibly().waitFor();
    }
    assertThat(
            new PackDatabase(new PackDatabaseRequest(file, folder.resolve("out"), false))
                .run(Progress.NONE)
                .archives())
        .hasSize(2);
  }
}
