package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.operation.pack.Expected;

/** Packing and unpacking that are killed: the output is whole or absent, and the next run works. */
@DisabledOnOs(OS.WINDOWS)
class DatabaseKillTest {
  private static final int KILLS = 12;
  private static final int FILES = 100;

  @TempDir private Path folder;

  private Path tree() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("in/lib"));
    try (KernelDatabases database = KernelDatabases.rocfft(lib.resolve("rocfft_kernel_cache.db"))) {
      database.manyRocfft(500, 512);
    }
    Path library = Files.createDirectories(lib.resolve("rocblas/library"));
    Random random = new Random(3);
    byte[] code = new byte[5000];
    for (int i = 0; i < FILES; i++) {
      random.nextBytes(code);
      Files.write(
          library.resolve("Kernels_%d_gfx942.co".formatted(i)), TestCode.of("gfx942", code));
    }
    Path images = Files.createDirectories(lib.resolve("aotriton.images/amd-gfx942/flash"));
    Files.write(
        images.resolve("attn_fwd.aks2"), Aks2.of(List.of(new Aks2.Kernel("fwd", 1, 64, code))));
    return folder.resolve("in");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> command(Object... arguments) {
    return ChildJvm.command(
        List.of("-Xmx256m"),
        Main.class,
        List.of(
            PackDatabase.class,
            com.github.luben.zstd.Zstd.class,
            org.msgpack.core.MessagePack.class,
            org.apache.commons.compress.archivers.tar.TarArchiveEntry.class,
            org.tukaani.xz.XZOutputStream.class,
            org.sqlite.JDBC.class,
            org.jspecify.annotations.Nullable.class),
        arguments);
  }

  @Test
  @Tag("long")
  void aKilledRunLeavesTheOutputWholeOrAbsent() throws Exception {
    Path in = tree();
    Path out = folder.resolve("out");
    killed(in, out, command("pack", in, out));
    assertThat(ChildJvm.start(command("pack", in, out)).waitFor()).isZero();
    killed(out, folder.resolve("back"), command("unpack", out, folder.resolve("back")));
  }

  private void killed(Path input, Path output, List<String> command) throws Exception {
    Map<String, String> before = Expected.tree(input);
    List<String> names = names();
    long start = System.nanoTime();
    assertThat(ChildJvm.start(command).waitFor()).isZero();
    long whole = Math.max(2, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    Map<String, String> expected = Expected.tree(output);
    Random random = new Random(20);
    int absent = 0;
    int left = 0;
    for (int i = 0; i < KILLS; i++) {
      TreeDeletion.delete(output);
      Process process = ChildJvm.start(command);
      // By turns at any time, while the output grows, and when it gets its name.
      switch (i % 3) {
        case 0 -> process.waitFor(random.nextLong(whole), TimeUnit.MILLISECONDS);
        case 1 -> {
          while (names().equals(names) && process.isAlive()) {
            Thread.onSpinWait();
          }
        }
        default -> {
          while (!Files.exists(output) && process.isAlive()) {
            Thread.onSpinWait();
          }
        }
      }
      process.destroyForcibly().waitFor();
      if (Files.exists(output)) {
        assertThat(Expected.tree(output)).as("kill %d", i).isEqualTo(expected);
      } else {
        absent++;
        left += names().equals(names) ? 0 : 1;
      }
      assertThat(Expected.tree(input)).as("kill %d", i).isEqualTo(before);
      assertThat(ChildJvm.start(command).waitFor()).as("run after kill %d", i).isZero();
      assertThat(Expected.tree(output)).as("run after kill %d", i).isEqualTo(expected);
      assertThat(names())
          .as("what kill %d left", i)
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(names.stream(), Stream.of(output.getFileName().toString())).toList());
    }
    assertThat(absent).isPositive();
    assertThat(left).as("kills while the output grew").isPositive();
  }

  /** Packs or unpacks in a JVM of its own. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
      Path input = Path.of(args[1]);
      Path output = Path.of(args[2]);
      if (args[0].equals("pack")) {
        new PackDatabase(new PackDatabaseRequest(input, output, false)).run(Progress.NONE);
        return;
      }
      try (Stream<Path> there = Files.list(input)) {
        // Beside the archives is the folder of files that are kept.
        List<Path> archives = there.filter(Files::isRegularFile).sorted().toList();
        new UnpackDatabase(new UnpackDatabaseRequest(archives, output, false)).run(Progress.NONE);
      }
    }
  }
}
