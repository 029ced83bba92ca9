package org.kpackworkbench.model.analysis.verify.run;

import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;

/**
 * The progress of one file that is verified in steps, whatever these count, as a part of a step
 * that counts the bytes of files. It never reports more than the size of the file, and {@link
 * #finish} reports what is left of it. For many threads.
 */
final class FileShare implements Progress {
  private final Progress whole;
  private final long sizeBytes;
  private long told;
  private long from;
  private long total;
  private long done;

  /**
   * @param whole has begun a step that counts bytes, those of the file among them
   */
  FileShare(Progress whole, long sizeBytes) {
    this.whole = whole;
    this.sizeBytes = sizeBytes;
  }

  /** A step of the file is what is left of the file. */
  @Override
  public synchronized void begin(String what, long totalUnits, Unit unit) {
    from = told;
    total = totalUnits;
    done = 0;
  }

  @Override
  public synchronized void advance(long units) {
    done = Math.min(done + units, total);
    tell(total <= 0 ? told : from + (long) ((double) (sizeBytes - from) * done / total));
  }

  /** Nothing of the file is left to do. */
  synchronized void finish() {
    tell(sizeBytes);
  }

  private void tell(long bytes) {
    if (bytes > told) {
      whole.advance(bytes - told);
      told = bytes;
    }
  }

  @Override
  public boolean cancelled() {
    return whole.cancelled();
  }
}
