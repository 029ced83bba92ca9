package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.window.standard.StandardWindow;

/** A shard of made-up artifacts: one to split, one that was split for one architecture. */
public final class MadeShard {
  public static final String BLAS = "math-libs/BLAS/rocBLAS/stage";
  public static final String HOST = "math-libs/BLAS/hipBLAS-common/stage";

  private MadeShard() {}

  /** An artifact with a fat library, links, a database and texts, in two prefixes. */
  public static Path fat(Path folder) throws IOException {
    manifest(folder, BLAS, HOST);
    Path lib = Files.createDirectories(folder.resolve(BLAS).resolve("lib"));
    Files.copy(StandardWindow.fixture("libmany.so"), lib.resolve("librocblas.so.4.1"));
    Files.createSymbolicLink(lib.resolve("librocblas.so.4"), Path.of("librocblas.so.4.1"));
    Files.copy(StandardWindow.fixture("libplain.so"), lib.resolve("libhost.so"));
    Path database = Files.createDirectories(lib.resolve("rocblas/library"));
    for (String arch : new String[] {"gfx1100", "gfx942"}) {
      Files.copy(
          StandardWindow.fixture("kinds-%s.hsaco".formatted(arch)),
          database.resolve("Kernels.so-000-%s.hsaco".formatted(arch)));
      Files.writeString(database.resolve("TensileLibrary_%s.dat".formatted(arch)), arch);
    }
    Path db = Files.createDirectories(folder.resolve(HOST).resolve("share/miopen/db"));
    Files.write(db.resolve("gfx942130.kdb"), emptyDatabase());
    Files.writeString(db.resolve("README with spaces ä.txt"), "text\n");
    return folder;
  }

  /** An artifact as splitting leaves it for one architecture. */
  public static Path split(Path folder) throws IOException {
    manifest(folder, BLAS);
    Path kpack = Files.createDirectories(folder.resolve(BLAS).resolve(".kpack"));
    Path sample = Path.of("../app/sample/.kpack").toAbsolutePath().normalize();
    Files.copy(sample.resolve("kpackfix_gfx942.kpack"), kpack.resolve("blas_lib_gfx942.kpack"));
    Files.copy(sample.resolve("kpackfix.kpm"), kpack.resolve("blas_lib.kpm"));
    return folder;
  }

  /** Both, in one folder. */
  public static Path shard(Path folder) throws IOException {
    fat(folder.resolve("blas_lib_gfx110X-dgpu"));
    split(folder.resolve("blas_lib_gfx942"));
    return folder;
  }

  /** A fat library, split: its host-only form and its code are in artifacts of their own. */
  public static Path converted(Path folder) throws IOException {
    Path artifact = folder.resolve("demo_lib_all");
    manifest(artifact, "stage");
    Path lib = Files.createDirectories(artifact.resolve("stage/lib"));
    Files.copy(StandardWindow.fixture("libmany.so"), lib.resolve("libmany.so"));
    Path shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(artifact, shard)).run(Progress.NONE);
    return shard;
  }

  /** Writes an artifact's manifest. */
  public static void manifest(Path folder, String... prefixes) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("artifact_manifest.txt"), String.join("\n", prefixes) + "\n");
    for (String prefix : prefixes) {
      Files.createDirectories(folder.resolve(prefix));
    }
  }

  /** An SQLite database without a table: its first page. */
  public static byte[] emptyDatabase() {
    int page = 512;
    ByteBuffer bytes = ByteBuffer.allocate(page);
    bytes.put("SQLite format 3\0".getBytes(StandardCharsets.UTF_8));
    bytes.putShort((short) page).put(new byte[] {1, 1, 0, 64, 32, 32});
    // The schema is an empty leaf.
    bytes.put(100, (byte) 13).putShort(105, (short) page);
    return bytes.array();
  }
}
