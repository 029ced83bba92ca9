package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.views.window.standard.StandardWindow;

/**
 * A split shard with six faults: two archives that have exchanged their names, a missing archive, a
 * renamed key, a damaged blob, a manifest with a wrong checksum, and a marker that leads nowhere.
 */
public final class FaultyShard {
  private static final String KPACK = "math/a/stage/.kpack/";
  private static final String RENAMED = "lib/libmane.so";

  private final Path shard;

  private FaultyShard(Path shard) {
    this.shard = shard;
  }

  /** Splits an artifact without faults. */
  public static FaultyShard clean(Path folder) throws IOException {
    Path in = folder.resolve("in/blas_lib_gfx9X");
    copy("libdrift.so", in.resolve("math/a/stage/lib/libdrift.so.1"));
    copy("libmany.so", in.resolve("math/a/stage/lib/libmany.so"));
    copy("libcompressed.so", in.resolve("math/b/stage/lib/libcompressed.so"));
    Files.writeString(in.resolve("artifact_manifest.txt"), "math/a/stage\nmath/b/stage\n");
    Path shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(in, shard).with(SplitRequest.KPM_SHA256, true))
        .run(Progress.NONE);
    return new FaultyShard(shard);
  }

  /** The same with all faults. */
  public static FaultyShard make(Path folder) throws IOException {
    FaultyShard shard = clean(folder);
    byte[] one = Files.readAllBytes(shard.archive("gfx1030"));
    Files.write(shard.archive("gfx1030"), Files.readAllBytes(shard.archive("gfx1100")));
    Files.write(shard.archive("gfx1100"), one);
    Files.delete(shard.archive("gfx90a:xnack+"));
    replace(shard.archive("gfx942"), "lib/libmany.so", RENAMED);
    flip(shard.archive("gfx90a"), 3000);
    flip(shard.manifest(), checksumOf(shard.archive("gfx90a:xnack-"), shard.manifest()));
    replace(shard.binary(), "/.kpack/", "/.kpakc/");
    return shard;
  }

  /** The folder of all artifacts. */
  public Path root() {
    return shard;
  }

  /** The archive of a target. */
  public Path archive(String target) {
    return shard
        .resolve("blas_lib_" + target)
        .resolve(KPACK + "blas_lib_%s.kpack".formatted(target));
  }

  /** The manifest of all archives. */
  public Path manifest() {
    return shard.resolve("blas_lib_generic").resolve(KPACK + "blas_lib.kpm");
  }

  /** Where a manifest states the checksum of an archive. */
  private static int checksumOf(Path archive, Path manifest) throws IOException {
    byte[] sum = ManifestDiskCheck.sha256(archive, Progress.NONE).bytes();
    int at =
        new String(Files.readAllBytes(manifest), StandardCharsets.ISO_8859_1)
            .indexOf(new String(sum, StandardCharsets.ISO_8859_1));
    if (at < 0) {
      throw new IllegalStateException(manifest + " has no checksum of " + archive);
    }
    return at;
  }

  /** The binary whose marker leads nowhere. */
  public Path binary() {
    return shard.resolve("blas_lib_generic/math/b/stage/lib/libcompressed.so");
  }

  private static void copy(String fixture, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(StandardWindow.fixture(fixture), to);
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 0x55;
    Files.write(file, bytes);
  }

  private static void replace(Path file, String from, String to) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(file, text.replace(from, to), StandardCharsets.ISO_8859_1);
  }
}
