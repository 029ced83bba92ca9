package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.operation.pack.LargeLibrary;

/**
 * The shard that is measured: 50 artifacts with 20,000 files; every second one has a fat binary of
 * 24 MB. Made once, below {@code target/bench}; the same on every machine.
 */
public final class LargeShard {
  private static final int FILES_EACH = 400;
  private static final int FAT_BYTES = 24_000_000;
  private static final int WRAPPERS = 12;
  private static final int DATABASE_FILES = 40;

  private LargeShard() {}

  /** The shard's fat binaries in one folder. */
  public static Path fatBinaries() throws IOException {
    return Scale.folder().resolve("shard-fat");
  }

  /** The shard, which is made where it is missing. */
  public static Path path() throws IOException {
    Path shard = Scale.folder().resolve("shard");
    if (!Files.exists(shard)) {
      Files.createDirectories(fatBinaries());
      Path part = Files.createDirectories(Scale.folder().resolve("shard.part"));
      SplittableRandom random = new SplittableRandom(50);
      for (int i = 0; i < Scale.current().artifacts(); i++) {
        artifact(part.resolve("part%02d_lib_gfx9X".formatted(i)), i, random);
      }
      Files.move(part, shard);
    }
    return shard;
  }

  private static void artifact(Path folder, int number, SplittableRandom random)
      throws IOException {
    Path stage = folder.resolve("libs/part%02d/stage".formatted(number));
    Path database = Files.createDirectories(stage.resolve("lib/rocblas/library"));
    Files.writeString(
        folder.resolve("artifact_manifest.txt"), "libs/part%02d/stage%n".formatted(number));
    boolean fat = number % 2 == 0;
    if (fat) {
      Path binary = stage.resolve("lib/libpart%02d.so.1".formatted(number));
      LargeLibrary.write(binary, WRAPPERS, FAT_BYTES);
      Files.createSymbolicLink(
          stage.resolve("lib/libpart%02d.so".formatted(number)), binary.getFileName());
      Files.createLink(fatBinaries().resolve(binary.getFileName()), binary);
    }
    // The manifest and the binary are files, too.
    int others = FILES_EACH - (fat ? 2 : 1);
    for (int i = 0; i < others; i++) {
      Path file =
          i < DATABASE_FILES
              ? database.resolve("Kernels_%d_gfx%s.dat".formatted(i, i % 2 == 0 ? "942" : "90a"))
              : stage.resolve("include/d%02d/header%03d.h".formatted(i % 20, i));
      Files.createDirectories(file.getParent());
      byte[] content = new byte[(int) (200 * Math.pow(100, random.nextDouble()))];
      for (int j = 0; j < content.length; j++) {
        content[j] = (byte) (' ' + random.nextInt(1, 1 + random.nextInt(90) + 1));
      }
      Files.write(file, content);
    }
  }
}
