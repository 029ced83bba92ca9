package org.kpackworkbench.model.archive;

import com.github.luben.zstd.EndDirective;
import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;

/** Makes zstd frames with content size and checksum; contexts are used again. */
final class Compressors implements AutoCloseable {
  private static final int WINDOW_BYTES = 128 * 1024;

  private final int level;
  private final Deque<ZstdCompressCtx> idle = new ArrayDeque<>();
  private boolean closed;

  Compressors(int level) {
    this.level = level;
  }

  /** One kernel's frame. Safe for use by many threads. */
  byte[] frame(byte[] kernel) {
    ZstdCompressCtx context = take();
    try {
      byte[] frame = new byte[Math.toIntExact(Zstd.compressBound(kernel.length))];
      int size = context.compressByteArray(frame, 0, frame.length, kernel, 0, kernel.length);
      return Arrays.copyOf(frame, size);
    } finally {
      giveBack(context);
    }
  }

  /**
   * One large kernel's frame, in windows.
   *
   * @param seen is given each window as it is read
   */
  void stream(ByteView kernel, OutputStream out, Window seen) throws IOException {
    byte[] window = new byte[WINDOW_BYTES];
    ByteBuffer raw = ByteBuffer.allocateDirect(WINDOW_BYTES);
    ByteBuffer packed = ByteBuffer.allocateDirect(WINDOW_BYTES);
    // Not one of the shared contexts: it is in the middle of a frame when something fails.
    try (ZstdCompressCtx context = context()) {
      context.setPledgedSrcSize(kernel.size());
      boolean ended = false;
      for (long done = 0; !ended; ) {
        int count = (int) Math.min(window.length, kernel.size() - done);
        kernel.copyTo(done, window, 0, count);
        seen.read(window, count);
        raw.clear().put(window, 0, count).flip();
        done += count;
        boolean last = done == kernel.size();
        EndDirective directive = last ? EndDirective.END : EndDirective.CONTINUE;
        boolean finished;
        do {
          finished = context.compressDirectByteBufferStream(packed.clear(), raw, directive);
          int size = packed.flip().remaining();
          packed.get(window, 0, size);
          out.write(window, 0, size);
        } while (raw.hasRemaining() || (last && !finished));
        ended = last;
      }
    }
  }

  /** What a frame holds. */
  static InputStream unpacked(InputStream frame) throws IOException {
    return new ZstdInputStreamNoFinalizer(frame, RecyclingBufferPool.INSTANCE);
  }

  /** Is shown what is read. */
  interface Window {
    void read(byte[] bytes, int length) throws IOException;
  }

  private ZstdCompressCtx context() {
    return new ZstdCompressCtx().setLevel(level).setChecksum(true).setContentSize(true);
  }

  private ZstdCompressCtx take() {
    ZstdCompressCtx context = poll();
    return context == null ? context() : context;
  }

  private synchronized @Nullable ZstdCompressCtx poll() {
    return idle.poll();
  }

  private synchronized void giveBack(ZstdCompressCtx context) {
    if (closed) {
      context.close();
    } else {
      idle.push(context);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(ZstdCompressCtx::close);
    idle.clear();
  }
}
