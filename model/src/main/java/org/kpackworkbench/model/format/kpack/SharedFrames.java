package org.kpackworkbench.model.format.kpack;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * Frames that several code objects share, unpacked for a while: what is read next is often another
 * code object of the same frame. Bounded in bytes. Safe for use by many threads.
 */
final class SharedFrames {
  /** The largest frame that is kept; writers make none larger for more than one code object. */
  static final long MOST_FRAME_BYTES = 16L << 20;

  private static final long MOST_BYTES = 128L << 20;
  private static final int LOCKS = 16;

  private final Map<Long, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final ReentrantLock[] loading =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toArray(ReentrantLock[]::new);
  private final long most = Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / 8);
  private long bytes;

  /** Unpacks a frame. */
  interface Unpacking {
    byte[] unpack() throws FormatException;
  }

  /** The content of the frame at an offset, unpacked unless it is kept. */
  byte[] get(long offset, Unpacking frame) throws FormatException {
    // One thread unpacks a frame, others that want it wait.
    ReentrantLock lock = loading[Math.floorMod(Long.hashCode(offset), LOCKS)];
    lock.lock();
    try {
      byte[] content = known(offset);
      if (content == null) {
        content = frame.unpack();
        keep(offset, content);
      }
      return content;
    } finally {
      lock.unlock();
    }
  }

  private synchronized byte @Nullable [] known(long offset) {
    return kept.get(offset);
  }

  private synchronized void keep(long offset, byte[] content) {
    kept.put(offset, content);
    bytes += content.length;
    var oldest = kept.entrySet().iterator();
    while (bytes > most && oldest.hasNext()) {
      bytes -= oldest.next().getValue().length;
      oldest.remove();
    }
  }
}
