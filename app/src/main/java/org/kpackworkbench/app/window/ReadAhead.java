package org.kpackworkbench.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.DiskState;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.views.spi.FileLoader;
import org.kpackworkbench.views.spi.OpenedFile;

/**
 * Reads the file that a window is opened for while the window is made. The first load of that file
 * takes what was read; everything else is loaded as ever. Safe for use by many threads.
 */
final class ReadAhead {
  private final Path path;
  private volatile @Nullable Progress waiting;

  /** Null when it was taken: a file that is closed must not be kept. */
  private @Nullable FutureTask<Read> reading;

  private ReadAhead(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  /** The file that was read, and the state of the disk before. */
  private record Read(DiskState disk, OpenedFile file) {}

  /** Begins to read a file on a thread of its own. */
  static ReadAhead of(Path path, FileLoader loader) {
    ReadAhead ahead = new ReadAhead(path);
    FutureTask<Read> reading =
        new FutureTask<>(
            () -> new Read(DiskState.of(ahead.path), loader.load(ahead.path, ahead::cancelled)));
    ahead.reading = reading;
    Thread.ofPlatform().daemon().name("read-ahead").start(reading);
    return ahead;
  }

  private boolean cancelled() {
    Progress now = waiting;
    return now != null && now.cancelled();
  }

  /** A loader that takes what was read, once, and otherwise loads as another one does. */
  FileLoader before(FileLoader loader) {
    return (wanted, progress) -> {
      FutureTask<Read> first = take(wanted);
      return first == null ? loader.load(wanted, progress) : taken(first, loader, progress);
    };
  }

  private synchronized @Nullable FutureTask<Read> take(Path wanted) {
    FutureTask<Read> first = wanted.equals(path) ? reading : null;
    reading = first == null ? reading : null;
    return first;
  }

  private OpenedFile taken(FutureTask<Read> first, FileLoader loader, Progress progress)
      throws IOException {
    waiting = progress;
    Read read = Threads.get(first);
    if (read.disk().equals(DiskState.of(path))) {
      return read.file();
    }
    read.file().close();
    return loader.load(path, progress);
  }
}
