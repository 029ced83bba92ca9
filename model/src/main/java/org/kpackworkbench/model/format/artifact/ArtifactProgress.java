package org.kpackworkbench.model.format.artifact;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * Progress of one artifact of several: counts no more than there is of it. Safe for use by many
 * threads.
 */
public final class ArtifactProgress implements Progress {
  private final Path source;
  private final long total;
  private final Progress whole;
  private final ArtifactEvents events;
  private final AtomicBoolean stopped;
  private final AtomicLong done = new AtomicLong();

  /**
   * Of one artifact.
   *
   * @param source as its events call it
   * @param total its bytes
   * @param whole is advanced with it
   * @param events receive the progress
   * @param stopped whether the others have stopped
   */
  public ArtifactProgress(
      Path source, long total, Progress whole, ArtifactEvents events, AtomicBoolean stopped) {
    this.source = source;
    this.total = total;
    this.whole = whole;
    this.events = events;
    this.stopped = stopped;
  }

  @Override
  public void begin(String what, long totalUnits, Unit unit) {}

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
  public void complete() {
    advance(total);
  }

  @Override
  public boolean cancelled() {
    return stopped.get() || whole.cancelled();
  }
}
