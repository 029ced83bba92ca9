package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;

/** Tests of restoring; each begins with a shelf without archives and an empty output folder. */
abstract class OnShelf {
  @TempDir Path folder;
  Shelf shelf;
  Path output;

  @BeforeEach
  void makeShelf() throws IOException {
    shelf = new Shelf(folder.resolve("shelf"));
    output = Files.createDirectory(folder.resolve("out")).resolve("out.so");
  }

  static RestoreReport run(RestoreRequest request) throws IOException {
    return new Restore(request).run(Progress.NONE);
  }
}
