package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;

/** How a tar file is compressed; told from its first bytes, never from its name. */
enum TarCompression {
  ZSTD,
  XZ,
  NONE;

  private static final int USTAR_OFFSET = 257;
  private static final byte[] USTAR = "ustar".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] XZ_MAGIC = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
  private static final int ZSTD_MAGIC = 0xfd2fb528;
  private static final int SKIPPABLE_MAGIC = 0x184d2a50;

  /** Of a file; empty where it is none of them. */
  static Optional<TarCompression> of(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(USTAR_OFFSET + USTAR.length);
    }
    if (start.length >= 4) {
      int magic = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (magic == ZSTD_MAGIC || (magic & ~0xf) == SKIPPABLE_MAGIC) {
        return Optional.of(ZSTD);
      }
    }
    if (startsWith(start, 0, XZ_MAGIC)) {
      return Optional.of(XZ);
    }
    return startsWith(start, USTAR_OFFSET, USTAR) ? Optional.of(NONE) : Optional.empty();
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] what) {
    return bytes.length >= from + what.length
        && Arrays.equals(bytes, from, from + what.length, what, 0, what.length);
  }

  /** What the bytes unpack to. */
  InputStream unpacked(InputStream packed, UnpackMeter meter) throws IOException {
    return switch (this) {
      case ZSTD -> UnpackedStream.zstd(packed, meter);
      case XZ -> UnpackedStream.xz(packed, meter);
      case NONE -> packed;
    };
  }
}
