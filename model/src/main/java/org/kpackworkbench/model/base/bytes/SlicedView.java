package org.kpackworkbench.model.base.bytes;

import java.nio.ByteBuffer;

/** A part of another view, or the same one under another name. */
record SlicedView(ByteView base, long start, long size, String name) implements ByteView {
  SlicedView {
    // Chains of slices would cost one call a level on every read.
    if (base instanceof SlicedView inner) {
      start += inner.start;
      base = inner.base;
    }
  }

  @Override
  public long fileOffset(long offset) {
    return base.fileOffset(start + offset);
  }

  @Override
  public int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    return base.u8(start + offset);
  }

  @Override
  public int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    return base.u16(start + offset);
  }

  @Override
  public long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    return base.u32(start + offset);
  }

  @Override
  public long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    return base.u64(start + offset);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    base.copyTo(start + offset, target, targetOffset, length);
  }

  @Override
  public void copyTo(long offset, ByteBuffer target) throws FormatException {
    require(offset, target.remaining(), "bytes");
    base.copyTo(start + offset, target);
  }
}
