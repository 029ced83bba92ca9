package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.base.unpack.ZstdFrames;

/**
 * Decompresses frames one after another into the same memory. For one thread.
 *
 * <p>What is allocated follows from the size of the file and from what has come out of a frame,
 * never from a declared size alone. Of a code object above {@link #MOST_KEPT_BYTES} the beginning
 * is kept, which has its ELF header and its notes, and the rest only counted and checked.
 */
final class FrameUnpacker implements AutoCloseable {
  /** The largest code object that is kept in memory as a whole. */
  static final int MOST_KEPT_BYTES = 64 << 20;

  private static final int FIRST_BYTES = 1 << 20;
  private static final int DESCRIPTOR_OFFSET = 4;
  private static final int CHECKSUM_FLAG = 4;
  private static final int CHUNK_BYTES = 128 * 1024;

  private final ByteView view;
  private final Progress progress;
  private final UnpackBudget budget;
  private final ZstdFrames frames = new ZstdFrames();
  private byte[] stored = new byte[FIRST_BYTES];
  private byte[] unpacked = new byte[FIRST_BYTES];
  private boolean checksum;

  FrameUnpacker(ByteView view, UnpackBudget budget, Progress progress) {
    this.view = view;
    this.budget = budget;
    this.progress = progress;
  }

  /** Whether the last frame carries a checksum of its content. */
  boolean hasChecksum() {
    return checksum;
  }

  /**
   * Decompresses a frame.
   *
   * @return its content, or the beginning of it; good until the next call
   * @throws FormatException where it does not decompress, or not to the declared size
   */
  ByteView unpack(ByteRange frame, long declaredBytes, String name) throws IOException {
    UnpackMeter meter =
        budget.meter(view.name(), view.size(), frame.length(), reason -> at(frame, reason));
    meter.declare(declaredBytes);
    boolean whole = frame.length() <= MOST_KEPT_BYTES && declaredBytes <= MOST_KEPT_BYTES;
    int kept =
        whole ? atOnce(frame, (int) declaredBytes, meter) : streamed(frame, declaredBytes, meter);
    return ByteView.of(view.name() + " » " + name, unpacked).slice(0, kept);
  }

  private int atOnce(ByteRange frame, int declaredBytes, UnpackMeter meter) throws FormatException {
    int length = (int) frame.length();
    stored = atLeast(stored, length);
    unpacked = atLeast(unpacked, declaredBytes);
    view.copyTo(frame.start(), stored, 0, length);
    checksum = (stored[DESCRIPTOR_OFFSET] & CHECKSUM_FLAG) != 0;
    try {
      int size = frames.unpack(stored, length, unpacked, declaredBytes, meter);
      if (size != declaredBytes) {
        throw sizeDiffers(frame, declaredBytes, Integer.toString(size));
      }
      return size;
    } catch (UnpackException failure) {
      if (failure.fault() == UnpackException.Fault.MORE) {
        throw sizeDiffers(frame, declaredBytes, "more");
      }
      throw broken(frame, failure);
    }
  }

  private int streamed(ByteRange frame, long declaredBytes, UnpackMeter meter) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    checksum = (view.u8(frame.start() + DESCRIPTOR_OFFSET) & CHECKSUM_FLAG) != 0;
    long total = 0;
    int kept = 0;
    try (UnpackedStream content =
        UnpackedStream.zstd(view.slice(frame.start(), frame.length()).stream(), meter)) {
      for (int count = content.read(chunk, 0, chunk.length);
          count >= 0;
          count = content.read(chunk, 0, chunk.length)) {
        int here = Math.min(count, FIRST_BYTES - kept);
        System.arraycopy(chunk, 0, unpacked, kept, Math.max(0, here));
        kept += Math.max(0, here);
        total += count;
        if (total > declaredBytes) {
          throw sizeDiffers(frame, declaredBytes, "more");
        }
        progress.step(0);
      }
    } catch (UnpackException failure) {
      throw broken(frame, failure);
    }
    if (total != declaredBytes) {
      throw sizeDiffers(frame, declaredBytes, Long.toString(total));
    }
    return kept;
  }

  private static byte[] atLeast(byte[] array, int size) {
    return array.length >= size
        ? array
        : new byte[Math.max(size, (int) Math.min(MOST_KEPT_BYTES, 2L * array.length))];
  }

  private FormatException sizeDiffers(ByteRange frame, long declared, String found) {
    return at(frame, Reason.BAD_COMPRESSION)
        .expected("original_size, " + declared + " bytes, after decompression")
        .found(found)
        .build();
  }

  private FormatException broken(ByteRange frame, UnpackException cause) {
    boolean checksum = cause.isChecksum();
    return at(frame, checksum ? Reason.CHECKSUM_MISMATCH : Reason.BAD_COMPRESSION)
        .expected(checksum ? "contents with the frame's own checksum" : "one zstd frame")
        .found(checksum ? "contents with another one" : "\"" + cause.getMessage() + "\"")
        .cause(cause)
        .build();
  }

  private FormatException.Builder at(ByteRange frame, Reason reason) {
    return FormatException.at(view, frame.start(), "zstd frame", "", reason);
  }

  @Override
  public void close() {
    frames.close();
  }
}
