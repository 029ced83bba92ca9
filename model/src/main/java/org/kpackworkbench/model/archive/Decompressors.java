package org.kpackworkbench.model.archive;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decompression contexts for reuse, since making one costs more than a small kernel does. There are
 * as many as threads have needed at one time. One that is in use while this is closed is closed
 * when it comes back.
 */
final class Decompressors implements AutoCloseable {
  private final Deque<ZstdDecompressCtx> idle = new ArrayDeque<>();
  private boolean closed;

  /** Decompresses one frame; returns the size of what came out. */
  int decompress(byte[] stored, byte[] unpacked) {
    ZstdDecompressCtx context = take();
    try {
      return context.decompressByteArray(unpacked, 0, unpacked.length, stored, 0, stored.length);
    } finally {
      giveBack(context);
    }
  }

  private ZstdDecompressCtx take() {
    ZstdDecompressCtx context = poll();
    return context == null ? new ZstdDecompressCtx() : context;
  }

  private synchronized @Nullable ZstdDecompressCtx poll() {
    return idle.poll();
  }

  private synchronized void giveBack(ZstdDecompressCtx context) {
    if (closed) {
      context.close();
    } else {
      idle.push(context);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.forEach(ZstdDecompressCtx::close);
    idle.clear();
  }
}
