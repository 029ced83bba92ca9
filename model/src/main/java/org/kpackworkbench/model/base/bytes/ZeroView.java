package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;

/** Zero bytes, as many as one likes. */
record ZeroView(String name, long size) implements ByteView {
  ZeroView {
    if (size < 0) {
      throw new IllegalArgumentException(size + " bytes");
    }
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  @Override
  public int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    return 0;
  }

  @Override
  public int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    return 0;
  }

  @Override
  public long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    return 0;
  }

  @Override
  public long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    return 0;
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    Arrays.fill(target, targetOffset, targetOffset + length, (byte) 0);
  }
}
