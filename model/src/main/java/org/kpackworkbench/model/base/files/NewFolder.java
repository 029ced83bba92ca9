package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;

/** A folder that gets its name when all of it is written. */
public record NewFolder(Path output, boolean replace) {
  /** Whether it is there already and may not be replaced, so that it is compared. */
  public boolean isCompared() throws IOException {
    return !replace && Files.isDirectory(output) && StagedTree.hasContent(output);
  }

  /**
   * Writes it. Where it is there already and may not be replaced, what would be written is compared
   * with it.
   *
   * @return whether it was there already, and nothing was written
   * @throws FileAlreadyExistsException if it is there and is something else
   */
  public boolean write(Taker<Path> writing, Progress progress) throws IOException {
    boolean compare = isCompared();
    if (!compare) {
      StagedTree.checkFree(output, replace);
    }
    try (StagedTree staged = StagedTree.create(output, compare || replace)) {
      writing.take(staged.folder());
      progress.step(0);
      if (compare) {
        SameTree.refuseOther(staged.folder(), output, progress);
        return true;
      }
      staged.commit();
      return false;
    }
  }
}
