package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.TarUnpack;
import org.kpackworkbench.model.operation.tar.TarUnpack.TarLimits;

/**
 * Packed artifacts (tar, also in zstd and xz): nothing is written beside the folder, limits hold.
 */
public final class TarFuzz {
  private static final TarLimits LIMITS =
      new TarLimits(100, 1 << 20, UnpackBudget.operation(false));

  private TarFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path file = scratch.file("input.tar", input);
      Path folder = Files.createDirectory(scratch.path("unpacked"));
      try {
        TarUnpack.isPacked(file);
        TarUnpack.unpack(file, folder, LIMITS, Progress.NONE);
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
      try (Stream<Path> beside = Files.list(scratch.path(""))) {
        Check.same(2L, beside.count(), "what lies beside the folder");
      }
      limits(folder);
    }
  }

  private static void limits(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          bytes += Files.size(path);
        }
      }
    }
    Check.that(bytes <= LIMITS.mostBytes(), "more bytes than the limit");
  }
}
