package org.kpackworkbench.model.format.offload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.files.MappedSpool;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.base.unpack.ZlibStream;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;

/**
 * Decompresses a compressed bundle as a stream.
 *
 * <p>The compressed bytes come through the stream's own windows: native code never sees mapped
 * memory, which a shrinking file would turn into a crash.
 */
record Unpacker(CompressedBundle source) {
  private static final int WINDOW_BYTES = 128 * 1024;
  private static final int FIRST_TABLE_BYTES = 16 * 1024;
  private static final int MOST_TABLE_BYTES = 16 << 20;

  BundleTable table() throws FormatException {
    long declared = source.uncompressedSizeBytes();
    for (long wanted = FIRST_TABLE_BYTES; ; wanted *= 16) {
      int length = (int) Math.min(declared, Math.min(wanted, MOST_TABLE_BYTES));
      ByteView start = ByteView.of(name(), prefix(length));
      try {
        return BundleTable.read(start, declared);
      } catch (FormatException failure) {
        boolean all = start.size() < length || length == declared || length == MOST_TABLE_BYTES;
        if (failure.reason() != Reason.TRUNCATED || all) {
          throw failure;
        }
      }
    }
  }

  UnpackedBundle unpack(UnpackLimits limits, Progress progress) throws IOException {
    long declared = source.uncompressedSizeBytes();
    if (declared > limits.mostBytes()) {
      throw error(originalSizeAt(), "original size", Reason.TOO_LARGE)
          .mismatch("at most " + limits.mostBytes(), declared);
    }
    UnpackMeter meter = meter(limits.budget());
    meter.declare(declared);
    FormatException end = source.method() == CompressionMethod.ZSTD ? behind() : null;
    if (end != null) {
      throw end;
    }
    progress.begin("Decompressing " + name(), declared, Unit.BYTES);
    if (declared <= limits.inMemoryBytes()) {
      ByteView bytes = ByteView.of(name(), all((int) declared, meter, progress));
      return new UnpackedBundle(source, bytes, OffloadBundle.read(bytes), null);
    }
    return Closing.ifFails(
        toFile(limits.temporaryFolder(), declared, meter, progress),
        file -> {
          ByteView bytes = file.view().named(name());
          return new UnpackedBundle(source, bytes, OffloadBundle.read(bytes), file);
        });
  }

  private UnpackMeter meter(UnpackBudget budget) {
    ByteView stored = source.bytes();
    return budget.meter(
        stored.name() + "@" + stored.fileOffset(0),
        stored.size(),
        stored.size(),
        reason -> error(originalSizeAt(), "original size", reason));
  }

  private MappedSpool toFile(
      @Nullable Path folder, long declared, UnpackMeter meter, Progress progress)
      throws IOException {
    return MappedSpool.of(
        folder,
        "bundle",
        declared,
        out -> {
          try (InputStream in = open(meter)) {
            copy(in, out, declared, progress);
          }
        });
  }

  private void copy(InputStream in, OutputStream out, long declared, Progress progress)
      throws IOException {
    byte[] window = new byte[WINDOW_BYTES];
    long done = 0;
    while (true) {
      int count = read(in, window, 0, window.length);
      if (count < 0) {
        break;
      }
      done += count;
      if (done > declared) {
        throw unlikeDeclared("more");
      }
      out.write(window, 0, count);
      progress.step(count);
    }
    if (done < declared) {
      throw unlikeDeclared(done + " bytes");
    }
  }

  /** All of the content in an array, which grows only as far as there is content for it. */
  private byte[] all(int declared, UnpackMeter meter, Progress progress) throws FormatException {
    int expected = (int) Math.min(declared, Math.max(WINDOW_BYTES, 8 * source.bytes().size()));
    ByteArrayOutputStream content = new ByteArrayOutputStream(expected);
    try (InputStream in = open(meter)) {
      copy(in, content, declared, progress);
    } catch (IOException failure) {
      throw broken(failure);
    }
    return content.toByteArray();
  }

  /** Up to {@code length} bytes of the content's beginning; fewer where there are no more. */
  private byte[] prefix(int length) throws FormatException {
    try (InputStream in = open(meter(UnpackBudget.one()))) {
      return in.readNBytes(length);
    } catch (IOException failure) {
      throw broken(failure);
    }
  }

  private int read(InputStream in, byte[] target, int offset, int length) throws FormatException {
    try {
      return in.read(target, offset, length);
    } catch (IOException failure) {
      throw broken(failure);
    }
  }

  private InputStream open(UnpackMeter meter) throws FormatException {
    ByteView payload = source.payload();
    try {
      return switch (source.method()) {
        case ZLIB -> UnpackedStream.zlib(payload.stream(), meter);
        case ZSTD -> UnpackedStream.zstd(frames(payload).stream(), meter);
        case OTHER ->
            throw error(6, "method", Reason.UNSUPPORTED)
                .mismatch("0 (zlib) or 1 (zstd)", source.methodValue());
      };
    } catch (IOException failure) {
      throw broken(failure);
    }
  }

  /** Returns the problem of a stated size that covers more than the compressed data, if it does. */
  @Nullable FormatException behind() throws FormatException {
    ByteView payload = source.payload();
    long behind =
        payload.size()
            - switch (source.method()) {
              case ZSTD -> frames(payload).size();
              case ZLIB -> ZlibStream.sizeBytes(payload, source.uncompressedSizeBytes());
              case OTHER -> payload.size();
            };
    return behind == 0
        ? null
        : error(8, "stored size", Reason.BAD_COMPRESSION)
            .mismatch(
                "%d bytes, to the end of the compressed data"
                    .formatted(source.storedSizeBytes() - behind),
                behindWords(behind));
  }

  private String behindWords(long behind) throws FormatException {
    ByteView bytes = source.bytes();
    long next =
        ZeroScan.firstNonZero(bytes, ByteRange.between(bytes.size() - behind, bytes.size()));
    boolean bundle =
        bytes.size() - next >= Integer.BYTES
            && (bytes.u32(next) == CompressedBundle.MAGIC
                || BundleTable.MAGIC.startsWith(bytes.text(next, Integer.BYTES)));
    return bundle
        ? "%d, which covers the bundle at 0x%x, too".formatted(bytes.size(), bytes.fileOffset(next))
        : "%d, with %d bytes behind that".formatted(bytes.size(), behind);
  }

  private static ByteView frames(ByteView payload) throws FormatException {
    long end = ZstdFrame.read(payload, 0).sizeBytes();
    while (ZstdFrame.isAt(payload, end)) {
      end += ZstdFrame.read(payload, end).sizeBytes();
    }
    return payload.slice(0, end);
  }

  private String name() {
    return source.bytes().name() + ", bundle at 0x%x".formatted(source.bytes().fileOffset(0));
  }

  private long originalSizeAt() {
    return switch (source.version()) {
      case 1 -> 8;
      case 2 -> 12;
      default -> 16;
    };
  }

  private FormatException unlikeDeclared(String found) {
    return error(originalSizeAt(), "original size", Reason.BAD_COMPRESSION)
        .mismatch(
            "content of %d bytes, as declared".formatted(source.uncompressedSizeBytes()), found);
  }

  private FormatException broken(IOException cause) {
    return cause instanceof FormatException known
        ? known
        : error(source.headerSizeBytes(), "payload", Reason.BAD_COMPRESSION)
            .expected("data that decompresses")
            .found(String.valueOf(cause.getMessage()))
            .cause(cause)
            .build();
  }

  private FormatException.Builder error(long offset, String field, Reason reason) {
    return FormatException.at(source.bytes(), offset, "compressed offload bundle", field, reason);
  }

  /**
   * The extent of a zstd frame, found from its headers without decompressing (RFC 8878, section
   * 3.1).
   *
   * @param sizeBytes size of the frame
   * @param contentSizeBytes size of what it decompresses to; -1 if it does not say
   */
  record ZstdFrame(long sizeBytes, long contentSizeBytes) {
    private static final String STRUCTURE = "zstd frame";
    private static final long MAGIC = 0xfd2fb528L;
    private static final int SKIPPABLE_SHIFT = 4;
    private static final long SKIPPABLE = 0x184d2a5L;
    private static final int RAW = 0;
    private static final int RUN = 1;
    private static final int COMPRESSED = 2;

    /** Whether a frame starts at an offset. */
    static boolean isAt(ByteView bytes, long offset) throws FormatException {
      if (bytes.size() - offset < 4) {
        return false;
      }
      long magic = bytes.u32(offset);
      return magic == MAGIC || magic >> SKIPPABLE_SHIFT == SKIPPABLE;
    }

    /** Reads the frame at an offset; it must be all inside the bytes. */
    static ZstdFrame read(ByteView bytes, long offset) throws FormatException {
      StructReader reader = new StructReader(bytes, offset, STRUCTURE);
      long magic = reader.u32("magic");
      if (magic >> SKIPPABLE_SHIFT == SKIPPABLE) {
        long size = reader.u32("size");
        return new ZstdFrame(reader.skip("content", size).position() - offset, 0);
      }
      if (magic != MAGIC) {
        throw reader
            .error(offset, "magic", Reason.BAD_COMPRESSION)
            .mismatch("the bytes 28 B5 2F FD", "0x%08x".formatted(magic));
      }
      int descriptor = reader.u8("descriptor");
      boolean single = (descriptor & 0x20) != 0;
      if (!single) {
        reader.skip("window", 1);
      }
      int dictionary = descriptor & 3;
      reader.skip("dictionary", dictionary == 3 ? 4 : dictionary);
      long contentSize = contentSize(reader, descriptor >> 6, single);
      blocks(reader);
      if ((descriptor & 4) != 0) {
        reader.skip("checksum", 4);
      }
      return new ZstdFrame(reader.position() - offset, contentSize);
    }

    private static long contentSize(StructReader reader, int flag, boolean single)
        throws FormatException {
      return switch (flag) {
        case 0 -> single ? reader.u8("content size") : -1;
        case 1 -> reader.u16("content size") + 256L;
        case 2 -> reader.u32("content size");
        default -> reader.size("content size");
      };
    }

    private static void blocks(StructReader reader) throws FormatException {
      boolean last = false;
      while (!last) {
        long at = reader.position();
        int header = reader.u16("block") | reader.u8("block") << 16;
        last = (header & 1) != 0;
        int size = header >> 3;
        switch (header >> 1 & 3) {
          case RAW, COMPRESSED -> reader.skip("block", size);
          case RUN -> reader.skip("block", 1);
          default ->
              throw reader.error(at, "block type", Reason.BAD_COMPRESSION).mismatch("0, 1 or 2", 3);
        }
      }
    }
  }
}
