package org.kpackworkbench.model.base.unpack;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.unpack.UnpackException.Fault;

/**
 * Unpacks whole zstd frames from memory to memory, which is the fastest way where both are small.
 * Contexts are used again, since making one costs more than a small code object does: there are as
 * many as threads have needed at one time. One that is in use while this is closed is closed when
 * it comes back.
 */
public final class ZstdFrames implements AutoCloseable {
  private final Deque<ZstdDecompressCtx> idle = new ArrayDeque<>();
  private final byte @Nullable [] dictionary;
  private boolean closed;

  /** For frames without a dictionary. */
  public ZstdFrames() {
    this(null);
  }

  /**
   * @param dictionary what frames refer to; null for none
   */
  public ZstdFrames(byte @Nullable [] dictionary) {
    this.dictionary = dictionary;
  }

  /** Whether zstd reads the tables of a dictionary; of damaged ones it says that memory lacks. */
  public static boolean isDictionary(byte[] dictionary) {
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      context.loadDict(dictionary);
      return true;
    } catch (ZstdException damaged) {
      return false;
    }
  }

  /**
   * Unpacks.
   *
   * @param stored holds the frame from its beginning
   * @param length how long that is
   * @param content gets what comes out
   * @param room how much of it that may be
   * @return how much came out
   * @throws UnpackException if it does not unpack, or to more than there is room for
   * @throws FormatException if it is too much
   */
  public int unpack(byte[] stored, int length, byte[] content, int room, UnpackMeter meter)
      throws UnpackException, FormatException {
    meter.declare(room);
    ZstdDecompressCtx context = take();
    int size;
    try {
      size = context.decompressByteArray(content, 0, room, stored, 0, length);
    } catch (ZstdException failure) {
      throw new UnpackException(fault(failure.getErrorCode()), failure);
    } finally {
      giveBack(context);
    }
    meter.count(size);
    return size;
  }

  private static Fault fault(long code) {
    return code == Zstd.errDstSizeTooSmall()
        ? Fault.MORE
        : code == Zstd.errChecksumWrong() ? Fault.CHECKSUM : Fault.BROKEN;
  }

  private ZstdDecompressCtx take() {
    ZstdDecompressCtx context = poll();
    if (context != null) {
      return context;
    }
    context = new ZstdDecompressCtx();
    return dictionary == null ? context : context.loadDict(dictionary);
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
