package org.kpackworkbench.model.base.unpack;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Decompresses frames that this program has just made, to see that they can be, with the checksum
 * in them. What comes out is not kept, and no more of it than went in. Its windows are used again
 * and again; for one thread.
 */
public final class FrameCheck implements AutoCloseable {
  private static final int STORED_BYTES = 256 * 1024;
  // Small enough to stay in a processor's cache.
  private static final int CONTENT_BYTES = 128 * 1024;

  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private final ByteBuffer stored = ByteBuffer.allocateDirect(STORED_BYTES);
  private final ByteBuffer content = ByteBuffer.allocateDirect(CONTENT_BYTES);

  /**
   * Returns the problem of a frame; empty if there is none.
   *
   * @param frame its bytes, all of them and no more
   * @param originalSizeBytes what it has to decompress to
   */
  public String problem(ByteView frame, long originalSizeBytes, Progress progress)
      throws FormatException {
    context.reset();
    long read = 0;
    long total = 0;
    boolean ended = false;
    stored.clear().limit(0);
    while (!ended) {
      if (!stored.hasRemaining()) {
        int count = (int) Math.min(STORED_BYTES, frame.size() - read);
        if (count == 0) {
          return "a frame that continues past its end";
        }
        stored.clear().limit(count);
        frame.copyTo(read, stored);
        stored.flip();
        read += count;
      }
      content.clear();
      try {
        ended = context.decompressDirectByteBufferStream(content, stored);
      } catch (ZstdException failure) {
        return String.valueOf(failure.getMessage());
      }
      total += content.position();
      if (total > originalSizeBytes) {
        return "more than %d bytes of content".formatted(originalSizeBytes);
      }
      progress.step(content.position());
    }
    if (total != originalSizeBytes) {
      return "%d bytes of content".formatted(total);
    }
    return read < frame.size() || stored.hasRemaining() ? "bytes behind the frame" : "";
  }

  @Override
  public void close() {
    context.close();
  }
}
