package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Another program that writes files once new ones are being made in a tree: what is planned is of
 * the ones before.
 */
final class Touching implements Progress {
  private final Path staged;
  private final List<Path> files;
  private final AtomicBoolean done = new AtomicBoolean();

  Touching(Path tree, List<Path> files) {
    this.staged = tree.resolve(".kpack-workbench-prune");
    this.files = List.copyOf(files);
  }

  @Override
  public void begin(String what, long totalUnits, Unit unit) {}

  @Override
  public void advance(long units) {}

  @Override
  public boolean cancelled() {
    if (Files.isDirectory(staged) && done.compareAndSet(false, true)) {
      try {
        for (Path file : files) {
          Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
    return false;
  }
}
