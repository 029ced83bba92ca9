package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/**
 * The compressed part of a container: one zstd or zlib stream. Of the decompressed bytes only the
 * requested ones are kept; offsets count from the container's first byte. Immutable, safe for use
 * by many threads.
 */
public final class PackedPart {
  private static final String STRUCTURE = "compressed container";
  private static final long MOST_ARRAY_BYTES = Integer.MAX_VALUE - 64L;
  private static final int ZSTD = 0x28b52ffd;
  private static final int MOST_PADDING = 7;
  private static final int WINDOW_BYTES = 64 * 1024;

  private final ByteView stored;
  private final long start;
  private final long end;
  private final boolean zstd;

  /**
   * @param stored the stream, perhaps with padding behind it
   * @param start where what comes out starts in the container
   * @param end where it is said to end; not to be trusted
   */
  PackedPart(ByteView stored, long start, long end) throws FormatException {
    this.stored = stored;
    this.start = start;
    this.end = end;
    int first = 0;
    for (int at = 0; at < 4 && at < stored.size(); at++) {
      first = first << 8 | stored.u8(at);
    }
    this.zstd = first == ZSTD;
  }

  /** How it is compressed, in words. */
  public String method() {
    return zstd ? "zstd" : "zlib";
  }

  /** A pass through what comes out, forwards. */
  Pass pass(UnpackBudget budget) throws FormatException {
    UnpackMeter meter = budget.meter(stored, STRUCTURE);
    try {
      InputStream in = stored.stream();
      return new Pass(zstd ? UnpackedStream.zstd(in, meter) : UnpackedStream.zlib(in, meter));
    } catch (IOException failure) {
      throw broken(failure);
    }
  }

  /** Some bytes, in memory. */
  ByteView load(long offset, long length, UnpackBudget budget) throws FormatException {
    if (length > MOST_ARRAY_BYTES) {
      throw error(Reason.TOO_LARGE)
          .mismatch("at most %d bytes to be held in memory".formatted(MOST_ARRAY_BYTES), length);
    }
    budget.meter(stored, STRUCTURE).declare(length);
    try (Pass pass = pass(budget)) {
      byte[] bytes = pass.read(offset, (int) length);
      if (bytes.length < length) {
        throw ended(pass.position());
      }
      return ByteView.of(stored.name(), bytes);
    }
  }

  /** Writes some bytes, of any number. */
  void copy(long offset, long length, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    try (Pass pass = pass(budget)) {
      for (long done = 0; done < length; ) {
        byte[] some = pass.read(offset + done, (int) Math.min(WINDOW_BYTES, length - done));
        if (some.length == 0) {
          throw ended(pass.position());
        }
        out.write(some);
        progress.step(some.length);
        done += some.length;
      }
    }
  }

  /**
   * Unpacks all of it.
   *
   * @throws FormatException if it does not unpack, or not to what is stated
   */
  void check(UnpackBudget budget, Progress progress) throws FormatException {
    try (Pass pass = pass(budget)) {
      while (pass.position() < end) {
        int count =
            pass.read(pass.position(), (int) Math.min(WINDOW_BYTES, end - pass.position())).length;
        if (count == 0) {
          throw ended(pass.position());
        }
        progress.step(0);
      }
      boolean more;
      try {
        more = pass.read(end, 1).length > 0;
      } catch (FormatException behind) {
        // Writers fill up to eight bytes, which no stream ends with by itself.
        if (!isPadded()) {
          throw behind;
        }
        more = false;
      }
      if (more) {
        throw error(Reason.BAD_VALUE)
            .mismatch("%d bytes, as the header states".formatted(end), "more");
      }
    }
  }

  private boolean isPadded() throws FormatException {
    return stored.size() > MOST_PADDING && stored.u8(stored.size() - 1) == 0;
  }

  private FormatException ended(long position) {
    return error(Reason.BAD_COMPRESSION)
        .mismatch("%d bytes, as the header states".formatted(end), position);
  }

  private FormatException broken(IOException failure) {
    return failure instanceof FormatException known
        ? known
        : error(Reason.BAD_COMPRESSION)
            .expected("a complete %s stream".formatted(method()))
            .found(String.valueOf(failure.getMessage()))
            .cause(failure)
            .build();
  }

  private FormatException.Builder error(Reason reason) {
    return FormatException.at(stored, 0, STRUCTURE, "", reason);
  }

  /** Reads what comes out, ever forwards. For one thread. */
  final class Pass implements AutoCloseable {
    private final UnpackedStream in;
    private long position = start;

    private Pass(UnpackedStream in) {
      this.in = in;
    }

    /** Where the next byte is. */
    long position() {
      return position;
    }

    /**
     * Bytes from an offset on that is not behind the position; fewer where there are no more.
     *
     * @throws FormatException if they do not unpack
     */
    byte[] read(long offset, int length) throws FormatException {
      try {
        byte[] window = new byte[(int) Math.min(WINDOW_BYTES, Math.max(0, offset - position))];
        while (position < offset) {
          int count = in.read(window, 0, (int) Math.min(window.length, offset - position));
          if (count < 0) {
            return new byte[0];
          }
          position += count;
        }
        byte[] bytes = in.readNBytes(length);
        position += bytes.length;
        return bytes;
      } catch (IOException failure) {
        throw broken(failure);
      }
    }

    @Override
    public void close() throws FormatException {
      try {
        in.close();
      } catch (IOException failure) {
        throw broken(failure);
      }
    }
  }
}
