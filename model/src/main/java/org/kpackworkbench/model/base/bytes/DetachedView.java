package org.kpackworkbench.model.base.bytes;

import java.nio.ByteBuffer;

/** A view whose offsets count from its own first byte, wherever that is in what holds it. */
record DetachedView(ByteView base) implements ByteView {
  @Override
  public String name() {
    return base.name();
  }

  @Override
  public long size() {
    return base.size();
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  @Override
  public int u8(long offset) throws FormatException {
    return base.u8(offset);
  }

  @Override
  public int u16(long offset) throws FormatException {
    return base.u16(offset);
  }

  @Override
  public long u32(long offset) throws FormatException {
    return base.u32(offset);
  }

  @Override
  public long u64(long offset) throws FormatException {
    return base.u64(offset);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    base.copyTo(offset, target, targetOffset, length);
  }

  @Override
  public void copyTo(long offset, ByteBuffer target) throws FormatException {
    require(offset, target.remaining(), "bytes");
    base.copyTo(offset, target);
  }
}
