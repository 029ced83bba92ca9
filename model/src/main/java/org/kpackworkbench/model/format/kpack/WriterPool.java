package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads and memory that archives share which are written at one time.
 *
 * <p>What is under way in all of them together is bounded; where there is too much, the archive
 * that has waited longest writes first. The archives' bytes do not depend on it. Used by one
 * thread, which also closes the writers before this.
 */
public final class WriterPool implements AutoCloseable {
  private static final long MOST_UNDER_WAY_BYTES = 64L << 20;
  private static final long LEAST_UNDER_WAY_BYTES = 4L << 20;
  private static final int MOST_UNDER_WAY = 1024;

  private final ExecutorService workers;
  private final Compressors compressors;
  private final Deque<BlobPipeline> waiting = new ArrayDeque<>();
  private final long mostBytes;
  private final boolean owner;
  private long bytesUnderWay;

  /** For archives that are written with these options. */
  public WriterPool(WriteOptions options) {
    this.compressors = new Compressors(options.level());
    this.workers =
        Executors.newFixedThreadPool(
            options.threads(), Thread.ofPlatform().daemon().name("kpack-writer-", 0).factory());
    long share = Runtime.getRuntime().maxMemory() / 8;
    this.mostBytes = Math.clamp(share, 8L << 20, MOST_UNDER_WAY_BYTES);
    this.owner = true;
  }

  private WriterPool(WriterPool whole, int parts) {
    this.compressors = whole.compressors;
    this.workers = whole.workers;
    this.mostBytes = Math.max(whole.mostBytes / parts, LEAST_UNDER_WAY_BYTES);
    this.owner = false;
  }

  /**
   * A part for another thread, which writes other archives at the same time: it uses the threads of
   * this one, and has memory of its own. It is closed before this one.
   *
   * @param parts how many parts the memory is for
   */
  public WriterPool part(int parts) {
    return new WriterPool(this, parts);
  }

  ExecutorService workers() {
    return workers;
  }

  Compressors compressors() {
    return compressors;
  }

  /** Makes room for a code object. */
  void enter(BlobPipeline pipeline, long weight) throws IOException {
    while (!waiting.isEmpty()
        && (bytesUnderWay + weight > mostBytes || waiting.size() >= MOST_UNDER_WAY)) {
      waiting.getFirst().writeOldest();
    }
    waiting.addLast(pipeline);
    bytesUnderWay += weight;
  }

  /** A pipeline has written its oldest code object, or given one up. */
  void leave(BlobPipeline pipeline, long weight) {
    waiting.removeFirstOccurrence(pipeline);
    bytesUnderWay -= weight;
  }

  /** Ends the threads; waits for those at work. */
  @Override
  public void close() {
    if (owner) {
      workers.close();
      compressors.close();
    }
  }
}
