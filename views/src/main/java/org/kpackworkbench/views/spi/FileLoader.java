package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.job.Progress;

/** Opens files, by content. Called on background threads. */
@FunctionalInterface
public interface FileLoader {
  /**
   * Opens a file.
   *
   * @throws IOException if nothing of it can be shown; what can be read in part is returned with
   *     its {@link OpenedFile#problems}
   */
  OpenedFile load(Path path, Progress progress) throws IOException;
}
