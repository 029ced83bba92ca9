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
  private final FutureTask<Read> reading;
  private volatile @Nullable Progress waiting;
  private boolean taken;

  private ReadAhead(Path path, FileLoader loader) {
    this.path = path.toAbsolutePath().normalize();
    this.reading =
        new FutureTask<>(
            () -> new Read(DiskState.of(this.path), loader.load(this.path, this::cancelled)));
  }

  /** What was read, and what was on the disk before. */
  private record Read(DiskState disk, OpenedFile file) {}

  /** Begins to read a file on a thread of its own. */
  static ReadAhead of(Path path, FileLoader loader) {
    ReadAhead ahead = new ReadAhead(path, loader);
    Thread.ofPlatform().daemon().name("read-ahead").start(ahead.reading);
    return ahead;
  }

  private boolean cancelled() {
    Progress now = waiting;
    return now != null && now.cancelled();
  }

  /** A loader that takes what was read, once, and otherwise loads as another one does. */
  FileLoader before(FileLoader loader) {
    return (wanted, progress) ->
        takes(wanted) ? taken(loader, progress) : loader.load(wanted, progress);
  }

  private synchronized boolean takes(Path wanted) {
    boolean first = !taken && wanted.equals(path);
    taken |= first;
    return first;
  }

  private OpenedFile taken(FileLoader loader, Progress progress) throws IOException {
    waiting = progress;
    Read read = Threads.get(reading);
    if (read.disk().equals(DiskState.of(path))) {
      return read.file();
    }
    read.file().close();
    return loader.load(path, progress);
  }
}
