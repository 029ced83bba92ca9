package org.kpackworkbench.model.base.unpack;

import com.github.luben.zstd.RecyclingBufferPool;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.unpack.UnpackException.Fault;
import org.tukaani.xz.SingleXZInputStream;
import org.tukaani.xz.XZIOException;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacked data as a stream that is counted. Throws {@link UnpackException} where the packed data
 * does not unpack, {@link org.kpackworkbench.model.base.bytes.FormatException} where it is too
 * much, and what reading the packed data throws. Closing closes the packed data. For one thread.
 */
public final class UnpackedStream extends BlockInput {
  private static final int XZ_MOST_MEMORY_KIB = 512 * 1024;
  private static final int BUFFER_BYTES = 256 * 1024;

  /** The largest window of the format on 64-bit systems; memory is used as content comes out. */
  private static final int MOST_WINDOW_LOG = 31;

  private final InputStream content;
  private final UnpackMeter meter;
  private final LongSupplier left;

  private UnpackedStream(InputStream content, UnpackMeter meter) {
    this(content, meter, () -> 0);
  }

  private UnpackedStream(InputStream content, UnpackMeter meter, LongSupplier left) {
    this.content = content;
    this.meter = meter;
    this.left = left;
  }

  /** Of zstd frames, one or several, with windows of any size, as loaders unpack them. */
  public static UnpackedStream zstd(InputStream packed, UnpackMeter meter) throws IOException {
    return zstd(packed, null, meter);
  }

  /** Of zstd frames that refer to a dictionary; null for none. */
  public static UnpackedStream zstd(
      InputStream packed, byte @Nullable [] dictionary, UnpackMeter meter) throws IOException {
    ZstdInputStreamNoFinalizer stream =
        new ZstdInputStreamNoFinalizer(packed, RecyclingBufferPool.INSTANCE);
    stream.setLongMax(MOST_WINDOW_LOG);
    if (dictionary != null) {
      stream.setDict(dictionary);
    }
    return new UnpackedStream(stream, meter);
  }

  /** Of a zlib stream, of which {@link #leftBytes} says what is behind it. */
  public static UnpackedStream zlib(InputStream packed, UnpackMeter meter) {
    return inflating(packed, false, meter);
  }

  /** Of a deflate stream by itself, as ZIP archives have them. */
  public static UnpackedStream deflate(InputStream packed, UnpackMeter meter) {
    return inflating(packed, true, meter);
  }

  private static UnpackedStream inflating(InputStream packed, boolean bare, UnpackMeter meter) {
    Inflater inflater = new Inflater(bare);
    return new UnpackedStream(
        new InflaterInputStream(packed, inflater, BUFFER_BYTES) {
          @Override
          public void close() throws IOException {
            super.close();
            inflater.end();
          }
        },
        meter,
        inflater::getRemaining);
  }

  /** Of gzip data, one member or several. */
  public static UnpackedStream gzip(InputStream packed, UnpackMeter meter) throws IOException {
    try {
      return new UnpackedStream(new GZIPInputStream(packed, BUFFER_BYTES), meter);
    } catch (IOException failure) {
      throw translated(failure);
    }
  }

  /** Of bzip2 data, one stream or several. */
  public static UnpackedStream bzip2(InputStream packed, UnpackMeter meter) throws IOException {
    try {
      return new UnpackedStream(new BZip2CompressorInputStream(packed, true), meter);
    } catch (IOException failure) {
      throw translated(failure);
    }
  }

  /** Of an xz file; one that needs more than half a gigabyte of memory is not unpacked. */
  public static UnpackedStream xz(InputStream packed, UnpackMeter meter) throws IOException {
    try {
      return new UnpackedStream(new XZInputStream(packed, XZ_MOST_MEMORY_KIB), meter);
    } catch (IOException failure) {
      throw translated(failure);
    }
  }

  /** Of one xz stream; what is behind it is not read. The same limit holds. */
  public static UnpackedStream oneXz(InputStream packed, UnpackMeter meter) throws IOException {
    try {
      return new UnpackedStream(new SingleXZInputStream(packed, XZ_MOST_MEMORY_KIB), meter);
    } catch (IOException failure) {
      throw translated(failure);
    }
  }

  /**
   * How many bytes behind what was unpacked were taken from the packed data and not used, once all
   * of a zlib stream was read; there may be more in the packed data.
   */
  public long leftBytes() {
    return left.getAsLong();
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count;
    try {
      count = content.read(buffer, offset, length);
    } catch (IOException failure) {
      throw translated(failure);
    }
    if (count > 0) {
      meter.count(count);
    }
    return count;
  }

  /** The libraries' own exceptions in the words of this package; any other passes. */
  private static IOException translated(IOException failure) {
    return switch (failure) {
      case ZstdIOException broken -> new UnpackException(fault(broken), broken);
      case EOFException cut -> new UnpackException(Fault.TRUNCATED, cut);
      case XZIOException broken -> new UnpackException(Fault.BROKEN, broken);
      case ZipException broken -> new UnpackException(Fault.BROKEN, broken);
      default -> failure;
    };
  }

  private static Fault fault(ZstdIOException failure) {
    if (failure.getErrorCode() == Zstd.errChecksumWrong()) {
      return Fault.CHECKSUM;
    }
    return String.valueOf(failure.getMessage()).contains("runcated")
        ? Fault.TRUNCATED
        : Fault.BROKEN;
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
