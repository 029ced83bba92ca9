package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.ZlibStream;
import org.kpackworkbench.model.format.offload.Unpacker.ZstdFrame;

/**
 * A compressed offload bundle (CCOB). Immutable, safe for use by many threads; decompressed on
 * first use.
 *
 * @param bytes all its bytes as stored, from its magic to its end
 * @param version 1, 2 or 3
 * @param methodValue the method as stored, see {@link #method}
 * @param headerSizeBytes size of its header: 20, 24 or 32
 * @param uncompressedSizeBytes the size that it declares for the bundle inside; not to be trusted
 * @param hash the low 64 bits of the MD5 of the bundle inside, as declared
 */
public record CompressedBundle(
    ByteView bytes,
    int version,
    int methodValue,
    int headerSizeBytes,
    long uncompressedSizeBytes,
    long hash)
    implements BundleContent {

  /** The magic {@code CCOB}, as a number. */
  public static final long MAGIC = 0x424f4343L;

  /**
   * Reads the header.
   *
   * @param bytes from its magic on; what follows its end is left out
   * @throws FormatException if it is no compressed bundle, its version is not known, or its size
   *     cannot be right
   */
  public static CompressedBundle read(ByteView bytes) throws FormatException {
    return CompressedBundleReader.read(bytes);
  }

  /** The method; a bundle of another than zlib and zstd can be seen but not decompressed. */
  public CompressionMethod method() {
    return CompressionMethod.of(methodValue);
  }

  /** Size as stored, with the header. */
  public long storedSizeBytes() {
    return bytes.size();
  }

  /** The compressed bytes. */
  public ByteView payload() throws FormatException {
    return bytes.slice(headerSizeBytes, bytes.size() - headerSizeBytes);
  }

  /**
   * Reads the table of the bundle inside, decompressing no more than its beginning. The entries'
   * bytes are to be had from {@link #unpack}.
   */
  public BundleTable readTable() throws FormatException {
    return new Unpacker(this).table();
  }

  /**
   * Returns the problem of a stated size that covers more than the compressed data; null if it ends
   * there. {@link #unpack} refuses such a bundle where runtimes do: under zstd.
   *
   * @throws FormatException if the data cannot be read to its end
   */
  public @Nullable FormatException sizeProblem() throws FormatException {
    return new Unpacker(this).behind();
  }

  /**
   * Decompresses the bundle inside, in memory or, where it is large, to a temporary file.
   *
   * @param progress gets the uncompressed bytes; a cancelled run throws {@link
   *     java.util.concurrent.CancellationException}
   * @throws FormatException {@code TOO_LARGE} above the limits, {@code BAD_COMPRESSION} where it
   *     does not decompress, or not to what is declared
   * @throws IOException if the temporary file cannot be written
   */
  public UnpackedBundle unpack(UnpackLimits limits, Progress progress) throws IOException {
    return new Unpacker(this).unpack(limits, progress);
  }

  @Override
  public String kindName() {
    return "compressed offload bundle";
  }

  private static final class CompressedBundleReader {
    private static final String STRUCTURE = "compressed offload bundle";

    private CompressedBundleReader() {}

    static CompressedBundle read(ByteView bytes) throws FormatException {
      StructReader reader = new StructReader(bytes, 0, STRUCTURE);
      long magic = reader.u32("magic");
      if (magic != CompressedBundle.MAGIC) {
        throw reader
            .error(0, "magic", Reason.WRONG_MAGIC)
            .mismatch("CCOB", "0x%08x".formatted(magic));
      }
      int version = reader.u16("version");
      int method = reader.u16("method");
      return switch (version) {
        case 1 -> version1(bytes, reader, method);
        case 2 -> {
          long stored = reader.u32("stored size");
          yield sized(bytes, reader, version, method, stored, reader.u32("original size"));
        }
        case 3 -> {
          long stored = reader.size("stored size");
          yield sized(bytes, reader, version, method, stored, reader.size("original size"));
        }
        default ->
            throw reader
                .error(4, "version", Reason.UNSUPPORTED_VERSION)
                .mismatch("1, 2 or 3", version);
      };
    }

    private static CompressedBundle sized(
        ByteView bytes, StructReader reader, int version, int method, long stored, long original)
        throws FormatException {
      long hash = reader.u64("hash");
      int header = (int) reader.position();
      if (stored < header || stored > bytes.size()) {
        throw reader
            .error(8, "stored size", Reason.OUT_OF_BOUNDS)
            .mismatch(
                "from %d to the %d bytes that are left".formatted(header, bytes.size()), stored);
      }
      return new CompressedBundle(bytes.slice(0, stored), version, method, header, original, hash);
    }

    /** Version 1 does not say how large it is: it ends where its compressed data ends. */
    private static CompressedBundle version1(ByteView bytes, StructReader reader, int method)
        throws FormatException {
      long original = reader.u32("original size");
      long hash = reader.u64("hash");
      int header = (int) reader.position();
      ByteView rest = bytes.slice(header, bytes.size() - header);
      long payload =
          switch (CompressionMethod.of(method)) {
            case ZSTD -> ZstdFrame.read(rest, 0).sizeBytes();
            case ZLIB -> ZlibStream.sizeBytes(rest, original);
            case OTHER ->
                throw reader
                    .error(6, "method", Reason.UNSUPPORTED)
                    .mismatch("0 (zlib) or 1 (zstd)", method);
          };
      return new CompressedBundle(
          bytes.slice(0, header + payload), 1, method, header, original, hash);
    }
  }

  /** How a compressed bundle's payload is compressed. */
  public enum CompressionMethod {
    ZLIB("zlib"),
    ZSTD("zstd"),
    OTHER("unknown method");

    private final String words;

    CompressionMethod(String words) {
      this.words = words;
    }

    /** Returns the name of the method for people. */
    public String words() {
      return words;
    }

    static CompressionMethod of(int value) {
      return value == 0 ? ZLIB : value == 1 ? ZSTD : OTHER;
    }
  }

  /**
   * How much a compressed bundle may unpack to, and where.
   *
   * @param budget what the operation may unpack
   * @param inMemoryBytes up to this size it is held in memory, beyond in a temporary file
   * @param mostBytes a bundle that declares more is refused
   * @param temporaryFolder where the temporary file is made; null for the system's folder
   */
  public record UnpackLimits(
      UnpackBudget budget, long inMemoryBytes, long mostBytes, @Nullable Path temporaryFolder) {
    private static final long ARRAY_LIMIT = Integer.MAX_VALUE - 64L;

    /** Small ones in memory, 64 GiB at all, within a budget. */
    public static UnpackLimits of(UnpackBudget budget) {
      return new UnpackLimits(budget, SpooledBytes.IN_MEMORY_BYTES, 64L << 30, null);
    }

    public UnpackLimits {
      inMemoryBytes = Math.min(inMemoryBytes, ARRAY_LIMIT);
    }
  }
}
