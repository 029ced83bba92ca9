package org.kpackworkbench.model.format.kpack;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;

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

  /**
   * Number of kernels that keep a thread busy while an older one takes longer. More would only live
   * longer: what outlives a few collections is kept until the heap is full.
   */
  private static final int MOST_EACH = 64;

  private static final long MOST_EACH_BYTES = 4L << 20;

  private final ExecutorService workers;
  private final Compressors compressors;
  private final Deque<BlobPipeline> waiting = new ArrayDeque<>();
  private final long mostBytes;
  private final int most;
  private final boolean owner;
  private long bytesUnderWay;

  /** For archives that are written with these options. */
  public WriterPool(WriteOptions options) {
    this.compressors = new Compressors(options.level(), options.tuning().windowLog(), null);
    this.workers =
        Executors.newFixedThreadPool(
            options.threads(), Thread.ofPlatform().daemon().name("kpack-writer-", 0).factory());
    long share =
        Math.min(Runtime.getRuntime().maxMemory() / 8, options.threads() * MOST_EACH_BYTES);
    this.mostBytes = Math.clamp(share, 8L << 20, MOST_UNDER_WAY_BYTES);
    this.most = options.threads() * MOST_EACH;
    this.owner = true;
  }

  private WriterPool(WriterPool whole, int parts) {
    this.compressors = whole.compressors;
    this.workers = whole.workers;
    this.mostBytes = Math.max(whole.mostBytes / parts, LEAST_UNDER_WAY_BYTES);
    this.most = whole.most;
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
    while (!waiting.isEmpty() && (bytesUnderWay + weight > mostBytes || waiting.size() >= most)) {
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

  /**
   * Makes zstd frames with content size and checksum.
   *
   * <p>Code objects pass through memory outside of the heap, which zstd reads and writes in place.
   * Small and very large ones pass through windows, which are used again as contexts are; the
   * others are in memory as a whole, as far as {@link WriterPool} lets them in. Safe for use by
   * many threads.
   */
  static final class Compressors implements AutoCloseable {
    private static final int RAW_BYTES = 512 * 1024;
    private static final int PACKED_BYTES = 256 * 1024;

    private final int level;
    private final int windowLog;
    private final byte @Nullable [] dictionary;
    private final Deque<Worker> idle = new ArrayDeque<>();
    private boolean closed;

    /**
     * @param windowLog the logarithm of a window that reaches far back; 0 for the level's own
     * @param dictionary what frames refer to; null for none
     */
    Compressors(int level, int windowLog, byte @Nullable [] dictionary) {
      this.level = level;
      this.windowLog = windowLog;
      this.dictionary = dictionary;
    }

    /** Is shown bytes, from a buffer's position to its limit. */
    interface Window {
      void see(ByteBuffer bytes) throws IOException;
    }

    /**
     * Makes a frame. A code object that is larger than the windows is in memory as a whole.
     *
     * @param seen is shown what is read
     * @param packed gets the frame
     */
    void frame(ByteView kernel, Window seen, Window packed) throws IOException {
      Worker worker = take();
      boolean whole = false;
      try {
        if (Zstd.compressBound(kernel.size()) > PACKED_BYTES) {
          worker.wholeFrame(kernel, seen, packed);
        } else {
          worker.frame(kernel, seen, packed);
        }
        whole = true;
      } finally {
        if (whole) {
          giveBack(worker);
        } else {
          // It is in the middle of a frame.
          worker.close();
        }
      }
    }

    /**
     * Makes one frame with several threads, for code objects of which few are as large. The bytes
     * do not depend on the number of threads, but they are not those of {@link #frame}.
     */
    void largeFrame(ByteView kernel, int threads, Window seen, Window packed) throws IOException {
      ZstdCompressCtx context = context().setWorkers(threads);
      try (Worker worker = new Worker(context)) {
        worker.frame(kernel, seen, packed);
      }
    }

    private ZstdCompressCtx context() {
      ZstdCompressCtx context =
          new ZstdCompressCtx().setLevel(level).setChecksum(true).setContentSize(true);
      if (windowLog > 0) {
        context.setLong(windowLog);
      }
      return dictionary == null ? context : context.loadDict(dictionary);
    }

    private Worker take() {
      Worker worker = poll();
      return worker == null ? new Worker(context()) : worker;
    }

    private synchronized @Nullable Worker poll() {
      return idle.poll();
    }

    private synchronized void giveBack(Worker worker) {
      if (closed) {
        worker.close();
      } else {
        idle.push(worker);
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      idle.forEach(Worker::close);
      idle.clear();
    }

    private static final class Worker implements AutoCloseable {
      private final ZstdCompressCtx context;
      private final ByteBuffer raw = ByteBuffer.allocateDirect(RAW_BYTES);
      private final ByteBuffer packed = ByteBuffer.allocateDirect(PACKED_BYTES);

      Worker(ZstdCompressCtx context) {
        this.context = context;
      }

      /** In one pass zstd chooses its blocks better, so that frames are about 1 % smaller. */
      void wholeFrame(ByteView kernel, Window seen, Window out) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
          ByteBuffer all = arena.allocate(kernel.size()).asByteBuffer();
          ByteBuffer frame = arena.allocate(Zstd.compressBound(kernel.size())).asByteBuffer();
          frame(kernel, all, frame, seen, out);
        }
      }

      void frame(ByteView kernel, Window seen, Window out) throws IOException {
        frame(kernel, raw, packed, seen, out);
      }

      private void frame(
          ByteView kernel, ByteBuffer raw, ByteBuffer packed, Window seen, Window out)
          throws IOException {
        context.setPledgedSrcSize(kernel.size());
        packed.clear();
        boolean ended = false;
        for (long done = 0; !ended; ) {
          int count = (int) Math.min(raw.capacity(), kernel.size() - done);
          raw.clear().limit(count);
          kernel.copyTo(done, raw);
          seen.see(raw.flip());
          raw.rewind();
          done += count;
          boolean last = done == kernel.size();
          EndDirective directive = last ? EndDirective.END : EndDirective.CONTINUE;
          boolean finished;
          do {
            finished = context.compressDirectByteBufferStream(packed, raw, directive);
            if (!packed.hasRemaining() || (last && finished)) {
              out.see(packed.flip());
              packed.clear();
            }
          } while (raw.hasRemaining() || (last && !finished));
          ended = last;
        }
      }

      @Override
      public void close() {
        context.close();
      }
    }
  }
}
