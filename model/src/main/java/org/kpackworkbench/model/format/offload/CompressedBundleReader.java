package org.kpackworkbench.model.format.offload;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.unpack.ZlibStream;

/** Reads the header of a compressed bundle and finds its end. */
final class CompressedBundleReader {
  private static final String STRUCTURE = "compressed offload bundle";

  private CompressedBundleReader() {}

  static CompressedBundle read(ByteView bytes) throws FormatException {
    StructReader reader = new StructReader(bytes, 0, STRUCTURE);
    long magic = reader.u32("magic");
    if (magic != CompressedBundle.MAGIC) {
      throw reader
          .error(0, "magic", Reason.WRONG_MAGIC)
          .expected("CCOB")
          .found("0x%08x".formatted(magic))
          .build();
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
              .expected("1, 2 or 3")
              .found(version)
              .build();
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
          .expected("from %d to the %d bytes that are left".formatted(header, bytes.size()))
          .found(stored)
          .build();
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
                  .expected("0 (zlib) or 1 (zstd)")
                  .found(method)
                  .build();
        };
    return new CompressedBundle(
        bytes.slice(0, header + payload), 1, method, header, original, hash);
  }
}
