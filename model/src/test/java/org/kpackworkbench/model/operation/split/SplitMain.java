package org.kpackworkbench.model.operation.split;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.database.Databases;

/**
 * Splits in a JVM of its own: {@code IN OUT}. Says when it has begun to write code objects; where
 * {@code stays} is set it goes no further then, until it is killed.
 */
final class SplitMain {
  private SplitMain() {}

  public static void main(String[] args) {
    try {
      new Split(SplitRequest.artifact(Path.of(args[0]), Path.of(args[1])), Databases.NONE)
          .run(new Saying());
      System.out.println("done");
    } catch (IOException failure) {
      System.out.println("failed: " + failure.getMessage());
    }
  }

  private static final class Saying implements Progress {
    private boolean said;

    @Override
    public synchronized void advance(long units) {
      if (!said && units > 100_000) {
        said = true;
        System.out.println("writing");
        if (Boolean.getBoolean("stays")) {
          ChildJvm.stay();
        }
      }
    }

    @Override
    public boolean cancelled() {
      return false;
    }
  }
}
