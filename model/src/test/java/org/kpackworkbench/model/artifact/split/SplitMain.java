package org.kpackworkbench.model.artifact.split;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.database.Databases;
import org.kpackworkbench.model.job.Progress;

/** Splits in a JVM of its own: {@code IN OUT}. */
final class SplitMain {
  private SplitMain() {}

  public static void main(String[] args) {
    try {
      new Splitting(SplitRequest.artifact(Path.of(args[0]), Path.of(args[1])), Databases.NONE)
          .run(Progress.NONE);
      System.out.println("done");
    } catch (IOException failure) {
      System.out.println("failed: " + failure.getMessage());
    }
  }
}
