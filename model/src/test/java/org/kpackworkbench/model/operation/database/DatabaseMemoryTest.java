package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Aks2;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
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
    assertThat(said(heap, file, folder.resolve("out"), folder.resolve("back")))
        .isEqualTo("%1$d packed%n%1$d unpacked".formatted(kernels));
  }

  /** Packs only: what makes an XZ stream needs some 100 MB by itself. */
  private void packed(Path file, int kernels, String heap) throws Exception {
    assertThat(said(heap, file, folder.resolve("out"))).isEqualTo("%d packed".formatted(kernels));
  }

  private static String said(String heap, Object... arguments) throws Exception {
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
            arguments);
    Process process = ChildJvm.start(command);
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said.strip();
  }

  /** A file of kernels with code of their own, which says what it is for. */
  private static void images(Path file, int kernels, int codeBytes) throws Exception {
    byte[] header = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    byte[] code = Arrays.copyOf(header, codeBytes);
    Arrays.fill(code, HeaderTarget.SIZE_BYTES, codeBytes, (byte) 0);
    // What compresses too well is refused.
    byte[] own = new byte[codeBytes / 100];
    List<AotritonWriter.Kernel> all = new ArrayList<>();
    for (int i = 0; i < kernels; i++) {
      all.add(
          new AotritonWriter.Kernel(
              "attn_fwd;;#F;Q=*fp16:16;BLOCK_M=%d;;arch=gfx1100".formatted(i),
              65536,
              256,
              (long) i * codeBytes,
              codeBytes));
    }
    new AotritonWriter(all)
        .write(
            file,
            (kernel, out) -> {
              new Random(kernel).nextBytes(own);
              System.arraycopy(own, 0, code, HeaderTarget.SIZE_BYTES, own.length);
              out.write(code);
            });
  }

  /** AOTriton's library holds all of the file that it loads a kernel from. */
  @Test
  void codeOfManyTimesTheMemoryIsPacked() throws Exception {
    Path file = folder.resolve("attn_fwd.aks2");
    images(file, 120, 512 << 10);
    packed(file, 120, "-Xmx32m");
  }

  @Test
  @Tag("long")
  void hundredThousandKernelsOfAotritonNeedLittle() throws Exception {
    Path images = Files.createDirectories(folder.resolve("aotriton.images/amd-gfx11xx/flash"));
    Path member = folder.resolve("member.aks2");
    images(member, 200, 4 << 10);
    byte[] bytes = Files.readAllBytes(member);
    Map<String, byte[]> members = new LinkedHashMap<>();
    for (int i = 0; i < 500; i++) {
      members.put("Q=*fp16:16;BLOCK_DMODEL=%d".formatted(i), bytes);
    }
    Path zip = Files.write(images.resolve("attn_fwd.zip"), Aks2.zip(members));
    packed(zip, 100_000, "-Xmx48m");
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
    Files.write(
        library.resolve("TensileLibrary_A_gfx942.co"), TestCode.of("gfx942", new byte[CODE_BYTES]));
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
      if (args.length < 3) {
        return;
      }
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
