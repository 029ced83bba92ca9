package org.kpackworkbench.model.base.unpack;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Finds where a zlib stream ends, which is known only after decompressing it. */
public final class ZlibStream {
  private static final int WINDOW_BYTES = 128 * 1024;

  private ZlibStream() {}

  /**
   * Size of the stream that {@code bytes} start with.
   *
   * @param original the size it is declared to decompress to; more is refused
   * @throws FormatException if it is not whole, or unpacks to more
   */
  public static long sizeBytes(ByteView bytes, long original) throws FormatException {
    UnpackMeter meter = UnpackBudget.one().meter(bytes, "zlib stream");
    Inflater inflater = new Inflater();
    try {
      byte[] in = new byte[(int) Math.min(WINDOW_BYTES, bytes.size())];
      byte[] out = new byte[WINDOW_BYTES];
      long next = 0;
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          int count = (int) Math.min(in.length, bytes.size() - next);
          if (count == 0) {
            throw broken(bytes, next, "the end of the data", null);
          }
          bytes.copyTo(next, in, 0, count);
          inflater.setInput(in, 0, count);
          next += count;
        }
        int written = inflater.inflate(out);
        if (written == 0 && inflater.needsDictionary()) {
          throw broken(bytes, 0, "a dictionary that is needed", null);
        }
        meter.count(written);
        if (inflater.getBytesWritten() > original) {
          throw broken(bytes, next, "more than %d bytes of content".formatted(original), null);
        }
      }
      return inflater.getBytesRead();
    } catch (DataFormatException failure) {
      throw broken(bytes, inflater.getBytesRead(), String.valueOf(failure.getMessage()), failure);
    } finally {
      inflater.end();
    }
  }

  private static FormatException broken(
      ByteView bytes,
      long offset,
      String found,
      @org.jspecify.annotations.Nullable Exception cause) {
    FormatException.Builder error =
        FormatException.at(bytes, offset, "zlib stream", "", Reason.BAD_COMPRESSION)
            .expected("a complete stream")
            .found(found);
    return (cause == null ? error : error.cause(cause)).build();
  }
}
