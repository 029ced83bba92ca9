package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.operation.archives.PlannedArchive;

/** How much memory a database of many kernels takes, on its way into archives and back. */
class DatabaseMemoryTest {
  private static final int CODE_BYTES = 512;

  @TempDir private Path folder;

  private Path rocfft(int kernels) throws Exception {
    Path file = folder.resolve("rocfft_kernel_cache.db");
    try (KernelDatabases database = KernelDatabases.rocfft(file)) {
      database.manyRocfft(kernels, CODE_BYTES);
    }
    return file;
  }

  private Path miopen(int kernels) throws Exception {
    Path file = folder.resolve("gfx942130.kdb");
    try (KernelDatabases database = KernelDatabases.miopen(file)) {
      database.manyMiopen(kernels, CODE_BYTES);
    }
    return file;
  }

  /** Packs and unpacks in a JVM with little memory. */
  private void there(Path file, int kernels, String heap) throws Exception {
    List<String> command =
        ChildJvm.command(
            List.of(heap),
            Main.class,
            List.of(
                PackDatabase.class,
                com.github.luben.zstd.Zstd.class,
                org.msgpack.core.MessagePack.class,
                org.apache.commons.compress.archivers.tar.TarArchiveEntry.class,
                org.tukaani.xz.XZOutputStream.class,
                org.sqlite.JDBC.class,
                org.jspecify.annotations.Nullable.class),
            file,
            folder.resolve("out"),
            folder.resolve("back"));
    Process process = ChildJvm.start(command);
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(said.strip()).isEqualTo("%1$d packed%n%1$d unpacked".formatted(kernels));
  }

  /** A kernel of rocFFT takes some 300 bytes, of which its name, as an object, would be a half. */
  @Test
  void twentyThousandKernelsNeedLittle() throws Exception {
    there(rocfft(20_000), 20_000, "-Xmx24m");
  }

  @Test
  @Tag("long")
  void hundredThousandKernelsOfRocfftNeedLittle() throws Exception {
    there(rocfft(100_000), 100_000, "-Xmx48m");
  }

  /** A file of code objects beside a library with so many solutions. */
  private Path tensile(int solutions) throws Exception {
    Path library = Files.createDirectories(folder.resolve("rocblas/library"));
    Files.write(library.resolve("TensileLibrary_A_gfx942.co"), new byte[CODE_BYTES]);
    TensileLibraries.writeMany(
        library.resolve("TensileLibrary_A_gfx942.dat"), solutions, i -> "kernel_" + i, 1250);
    return library;
  }

  /** What metadata says of a library of 31 MB is not held as the library is. */
  @Test
  void twentyThousandSolutionsBesideCodeNeedLittle() throws Exception {
    there(tensile(20_000), 1, "-Xmx24m");
  }

  @Test
  @Tag("long")
  void aLibraryOf200MegabytesBesideCodeNeedsLittle() throws Exception {
    Path library = tensile(130_000);
    assertThat(Files.size(library.resolve("TensileLibrary_A_gfx942.dat")))
        .isGreaterThan(200_000_000);
    there(library, 1, "-Xmx32m");
  }

  @Test
  @Tag("long")
  void hundredThousandKernelsOfMiopenNeedLittle() throws Exception {
    there(miopen(100_000), 100_000, "-Xmx48m");
  }

  /** Packs and unpacks. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
      PackDatabaseReport packed =
          new PackDatabase(new PackDatabaseRequest(Path.of(args[0]), Path.of(args[1]), false))
              .run(Progress.NONE);
      System.out.printf(
          "%d packed%n", packed.archives().stream().mapToInt(PlannedArchive::kernels).sum());
      UnpackDatabaseReport unpacked =
          new UnpackDatabase(
                  new UnpackDatabaseRequest(
                      packed.archives().stream().map(PlannedArchive::path).toList(),
                      Path.of(args[2]),
                      false))
              .run(Progress.NONE);
      System.out.printf("%d unpacked%n", unpacked.kernels());
    }
  }
}
