package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A compressed offload bundle (CCOB). Immutable, safe for use by many threads; nothing is
 * decompressed before it is asked for.
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
   * @throws FormatException where it is no compressed bundle, its version is not known, or its size
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
   * Decompresses the bundle inside, in memory or, where it is large, to a temporary file.
   *
   * @param progress gets the uncompressed bytes; a cancelled run throws {@link
   *     java.util.concurrent.CancellationException}
   * @throws FormatException {@code TOO_LARGE} above the limits, {@code BAD_COMPRESSION} where it
   *     does not decompress, or not to what is declared
   * @throws IOException where the temporary file cannot be written
   */
  public UnpackedBundle unpack(UnpackLimits limits, Progress progress) throws IOException {
    return new Unpacker(this).unpack(limits, progress);
  }

  @Override
  public String kindName() {
    return "compressed offload bundle";
  }
}
