package org.kpackworkbench.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.settings.SettingsStore;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.views.spi.FileLoader;

/**
 * What a window needs of the disk, read on threads of their own from before JavaFX starts: while
 * the toolkit starts, one processor has nothing else to do.
 *
 * @param files what the window is opened for
 * @param reading reads the settings
 * @param ahead reads the first file that is opened; null if there is none
 */
record Beginning(FirstFiles files, FutureTask<SettingsStore> reading, @Nullable ReadAhead ahead) {

  /**
   * Begins to read.
   *
   * @param loader opens files
   */
  static Beginning of(FirstFiles files, FileLoader loader) {
    FutureTask<SettingsStore> reading = new FutureTask<>(SettingsStore::ofUser);
    Thread.ofPlatform().daemon().name("settings").start(reading);
    Path first = files.compare() || files.files().isEmpty() ? null : files.files().getFirst();
    ReadAhead ahead =
        first != null && Files.isRegularFile(first) ? ReadAhead.of(first, loader) : null;
    return new Beginning(files, reading, ahead);
  }

  /** The user's settings, as soon as they are read. */
  SettingsStore settings() throws IOException {
    return Threads.get(reading);
  }
}
