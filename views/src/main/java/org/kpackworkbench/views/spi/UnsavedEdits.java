package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.Optional;

/** What was changed in the window and is not in its files. UI thread only. */
@FunctionalInterface
public interface UnsavedEdits {

  /** The view in which a file has changes that are not saved; empty where it has none. */
  Optional<EditingView> of(Path file);

  /** Outside a window: nothing is edited. */
  static UnsavedEdits none() {
    return file -> Optional.empty();
  }
}
