package org.kpackworkbench.model.archive;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.job.Progress;

/**
 * Decompresses one frame without touching the others. Safe for use by many threads.
 *
 * <p>The declared size is a hint. What is allocated follows from the frame's own size or from what
 * has come out of it; what is larger than declared, or than the caller's limit, is stopped there.
 * zstd only ever sees buffers of this process, never a mapping, which could vanish under it.
 */
final class KernelReader implements AutoCloseable {
  private static final int CHUNK_BYTES = 128 * 1024;
  private static final long SURE_BYTES = 1 << 20;
  private static final long SURE_RATIO = 32;
  private static final long MOST_AT_ONCE_BYTES = 64 << 20;

  private final ByteView view;
  private final Decompressors decompressors = new Decompressors();

  KernelReader(ByteView view) {
    this.view = view;
  }

  /** Decompresses into memory. */
  ByteView load(ByteRange frame, String name, long declaredSize, long limit)
      throws FormatException {
    boolean atOnce =
        frame.length() <= MOST_AT_ONCE_BYTES
            && declaredSize <= limit
            && declaredSize <= MOST_AT_ONCE_BYTES
            && declaredSize <= Math.max(SURE_BYTES, frame.length() * SURE_RATIO);
    return ByteView.of(
        view.name() + " » " + name,
        atOnce ? atOnce(frame, name, (int) declaredSize) : grown(frame, name, declaredSize, limit));
  }

  /** Decompresses no more than the frame's first block or so. */
  ByteView beginning(ByteRange frame, String name, int mostBytes) throws FormatException {
    byte[] bytes = new byte[mostBytes];
    int size = 0;
    ByteView stored = view.slice(frame.start(), frame.length());
    try (ZstdInputStreamNoFinalizer frames =
        new ZstdInputStreamNoFinalizer(stored.stream(), RecyclingBufferPool.INSTANCE)) {
      while (size < mostBytes) {
        int count = frames.read(bytes, size, mostBytes - size);
        if (count < 0) {
          break;
        }
        size += count;
      }
    } catch (ZstdIOException failure) {
      throw broken(frame, name, failure.getErrorCode(), failure);
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException failure) {
      throw at(frame, name, Reason.BAD_COMPRESSION)
          .expected("a zstd frame")
          .found("\"" + failure.getMessage() + "\"")
          .cause(failure)
          .build();
    }
    return ByteView.of(view.name() + " » " + name, Arrays.copyOf(bytes, size));
  }

  private byte[] atOnce(ByteRange frame, String name, int declaredSize) throws FormatException {
    byte[] stored = view.bytes(frame.start(), (int) frame.length());
    byte[] unpacked = new byte[declaredSize];
    try {
      int size = decompressors.decompress(stored, unpacked);
      if (size != declaredSize) {
        throw sizeDiffers(frame, name, declaredSize, Long.toString(size));
      }
      return unpacked;
    } catch (ZstdException failure) {
      if (failure.getErrorCode() == Zstd.errDstSizeTooSmall()) {
        throw sizeDiffers(frame, name, declaredSize, "more");
      }
      throw broken(frame, name, failure.getErrorCode(), failure);
    }
  }

  private byte[] grown(ByteRange frame, String name, long declaredSize, long limit)
      throws FormatException {
    ByteArrayOutputStream unpacked = new ByteArrayOutputStream(CHUNK_BYTES);
    try {
      extract(
          frame,
          name,
          declaredSize,
          unpacked,
          Progress.NONE,
          Math.min(limit, Integer.MAX_VALUE - 8));
    } catch (FormatException failure) {
      throw failure;
    } catch (IOException impossible) {
      throw new AssertionError("an array never fails to be written", impossible);
    }
    return unpacked.toByteArray();
  }

  /**
   * Decompresses in chunks.
   *
   * @throws FormatException where the frame does not decompress, or not to its declared size; what
   *     came before has been written by then
   * @throws IOException where {@code out} fails
   */
  void extract(
      ByteRange frame,
      String name,
      long declaredSize,
      OutputStream out,
      Progress progress,
      long limit)
      throws IOException {
    byte[] chunk = new byte[Math.clamp(declaredSize, 1024, CHUNK_BYTES)];
    long total = 0;
    try (ZstdInputStreamNoFinalizer frames =
        new ZstdInputStreamNoFinalizer(
            view.slice(frame.start(), frame.length()).stream(), RecyclingBufferPool.INSTANCE)) {
      for (int count = next(frames, chunk, frame, name);
          count >= 0;
          count = next(frames, chunk, frame, name)) {
        total += count;
        if (total > declaredSize) {
          throw sizeDiffers(frame, name, declaredSize, "more");
        }
        if (total > limit) {
          throw tooLarge(view, frame, name, limit);
        }
        out.write(chunk, 0, count);
        progress.step(count);
      }
    }
    if (total != declaredSize) {
      throw sizeDiffers(frame, name, declaredSize, Long.toString(total));
    }
  }

  private int next(ZstdInputStreamNoFinalizer frames, byte[] chunk, ByteRange frame, String name)
      throws IOException {
    try {
      return frames.read(chunk, 0, chunk.length);
    } catch (ZstdIOException failure) {
      throw broken(frame, name, failure.getErrorCode(), failure);
    }
  }

  static FormatException tooLarge(ByteView view, ByteRange stored, String name, long limit) {
    return FormatException.at(
            view, stored.start(), ArchiveFormat.BLOB_AREA, "blob of " + name, Reason.TOO_LARGE)
        .expected("at most " + limit + " bytes after decompression")
        .found("more")
        .build();
  }

  private FormatException sizeDiffers(ByteRange frame, String name, long declared, String found) {
    return at(frame, name, Reason.BAD_COMPRESSION)
        .expected("original_size, " + declared + " bytes, after decompression")
        .found(found)
        .build();
  }

  private FormatException broken(ByteRange frame, String name, long code, Exception cause) {
    boolean checksum = code == Zstd.errChecksumWrong();
    return at(frame, name, checksum ? Reason.CHECKSUM_MISMATCH : Reason.BAD_COMPRESSION)
        .expected(checksum ? "contents with the frame's own checksum" : "one zstd frame")
        .found(checksum ? "contents with another one" : "\"" + cause.getMessage() + "\"")
        .cause(cause)
        .build();
  }

  private FormatException.Builder at(ByteRange frame, String name, Reason reason) {
    return FormatException.at(
        view, frame.start(), ArchiveFormat.BLOB_AREA, "frame of " + name, reason);
  }

  @Override
  public void close() {
    decompressors.close();
  }
}
