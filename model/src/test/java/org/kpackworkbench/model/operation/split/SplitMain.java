package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Splits in a JVM of its own: {@code IN OUT}. Says when it has begun to write code objects; where
 * {@code stays} is set it goes no further then, until it is killed.
 */
final class SplitMain {
  private SplitMain() {}

  public static void main(String[] args) {
    try {
      new Split(SplitRequest.artifact(Path.of(args[0]), Path.of(args[1])), Databases.NONE)
          .run(ChildJvm.saying());
      System.out.println("done");
    } catch (IOException failure) {
      System.out.println("failed: " + failure.getMessage());
    }
  }

  /** The command line that does so. */
  static List<String> command(List<String> options, Path input, Path output) {
    return ChildJvm.command(
        options,
        SplitMain.class,
        List.of(
            KpackArchive.class,
            com.github.luben.zstd.Zstd.class,
            org.msgpack.core.MessagePack.class,
            org.apache.commons.compress.archivers.tar.TarArchiveEntry.class,
            org.jspecify.annotations.Nullable.class),
        input,
        output);
  }
}
