package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.operation.tar.PackedTree;

/** Packed artifacts (tar, also in zstd and xz): nothing is left beside the file, limits hold. */
public final class TarFuzz {
  private static final long MOST_BYTES = 1 << 20;

  private TarFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path file = scratch.file("input.tar", input);
      try (PackedTree tree =
          PackedTree.open(file, scratch.path(""), UnpackBudget.operation(false), Progress.NONE)) {
        read(tree);
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
      try (Stream<Path> beside = Files.list(scratch.path(""))) {
        Check.same(1L, beside.count(), "what lies beside the file");
      }
    }
  }

  private static void read(PackedTree tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree.root("input"))) {
      for (Path path : all.toList()) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) < MOST_BYTES) {
          Check.same(Files.size(path), (long) Files.readAllBytes(path).length, "size of a file");
        }
      }
    }
  }
}
