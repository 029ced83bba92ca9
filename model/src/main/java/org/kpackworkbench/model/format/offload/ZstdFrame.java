package org.kpackworkbench.model.format.offload;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;

/**
 * The extent of a zstd frame, found from its headers without decompressing (RFC 8878, section 3.1).
 *
 * @param sizeBytes size of the frame
 * @param contentSizeBytes size of what it decompresses to; -1 where it does not say
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
          .expected("the bytes 28 B5 2F FD")
          .found("0x%08x".formatted(magic))
          .build();
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
            throw reader
                .error(at, "block type", Reason.BAD_COMPRESSION)
                .expected("0, 1 or 2")
                .found(3)
                .build();
      }
    }
  }
}
