package org.kpackworkbench.model.artifact.split;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.job.Progress;

/** Progress of one artifact of several: counts no more than there is of it. */
final class ArtifactProgress implements Progress {
  private final Path source;
  private final long total;
  private final Progress whole;
  private final SplitEvents events;
  private final AtomicBoolean stopped;
  private final AtomicLong done = new AtomicLong();

  /**
   * @param total its bytes
   * @param stopped whether the others have stopped
   */
  ArtifactProgress(
      Path source, long total, Progress whole, SplitEvents events, AtomicBoolean stopped) {
    this.source = source;
    this.total = total;
    this.whole = whole;
    this.events = events;
    this.stopped = stopped;
  }

  @Override
  public void begin(String what, long totalUnits) {}

  @Override
  public void advance(long units) {
    long before = done.getAndAdd(units);
    long counted = Math.min(total, before + units) - Math.min(total, before);
    whole.advance(counted);
    if (counted > 0) {
      events.advanced(source, counted);
    }
  }

  /** All of it is done. */
  void complete() {
    advance(total);
  }

  @Override
  public boolean cancelled() {
    return stopped.get() || whole.cancelled();
  }
}
