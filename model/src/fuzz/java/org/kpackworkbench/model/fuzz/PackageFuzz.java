package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.members.MemberChannel;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.packages.PackageFile;

/** Wheels, packages and tar files: their lists, their own descriptions, their members. */
public final class PackageFuzz {
  private static final int MOST_BYTES = 1 << 20;

  private PackageFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try {
      Member file =
          Member.file("a.bin", input.length, 0644, 0, () -> MemberChannel.of(input.clone()));
      Path path = MemberFileSystem.of(Path.of("fuzz"), List.of(file)).path("a.bin");
      Optional<PackageFile> found =
          PackageFile.open(path, UnpackBudget.operation(false), Progress.NONE);
      if (found.isEmpty()) {
        return;
      }
      MemberFileSystem tree = found.get().tree();
      for (Member member : tree.members()) {
        Path inside = tree.path(member.path());
        if (!inside.normalize().startsWith(tree.root())) {
          throw new AssertionError(inside + " leaves the tree");
        }
        if (member.kind() == Member.Kind.FILE) {
          read(inside);
        }
      }
    } catch (FormatException known) {
      // What is wrong was said.
      return;
    }
  }

  private static void read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.readNBytes(MOST_BYTES);
    }
  }
}
