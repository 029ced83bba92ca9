package org.kpackworkbench.model.base.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Bytes held in an array: what was decompressed, and what tests make up. */
record ArrayView(String name, byte[] array) implements ByteView {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  @Override
  public long size() {
    return array.length;
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  @Override
  public int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    return array[(int) offset] & 0xff;
  }

  @Override
  public int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    return (short) SHORT.get(array, (int) offset) & 0xffff;
  }

  @Override
  public long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    return (int) INT.get(array, (int) offset) & 0xffffffffL;
  }

  @Override
  public long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    return (long) LONG.get(array, (int) offset);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    System.arraycopy(array, (int) offset, target, targetOffset, length);
  }

  @Override
  public void copyTo(long offset, ByteBuffer target) throws FormatException {
    require(offset, target.remaining(), "bytes");
    target.put(array, (int) offset, target.remaining());
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return name + ", " + array.length + " bytes";
  }
}
