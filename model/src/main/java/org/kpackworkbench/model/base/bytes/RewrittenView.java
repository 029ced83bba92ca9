package org.kpackworkbench.model.base.bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A table whose entries are changed as they are read. What is left behind the last whole one stays.
 */
record RewrittenView(ByteView base, int entryBytes, ByteView.Rewriter rewriter)
    implements ByteView {

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
    return base.fileOffset(offset);
  }

  @Override
  public int u8(long offset) throws FormatException {
    return read(offset, 1).get(0) & 0xff;
  }

  @Override
  public int u16(long offset) throws FormatException {
    return read(offset, 2).getShort(0) & 0xffff;
  }

  @Override
  public long u32(long offset) throws FormatException {
    return read(offset, 4).getInt(0) & 0xffffffffL;
  }

  @Override
  public long u64(long offset) throws FormatException {
    return read(offset, 8).getLong(0);
  }

  private ByteBuffer read(long offset, int length) throws FormatException {
    return ByteBuffer.wrap(bytes(offset, length)).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    long first = offset - offset % entryBytes;
    long end = Math.min(size(), (offset + length + entryBytes - 1) / entryBytes * entryBytes);
    byte[] window = base.bytes(first, Math.toIntExact(end - first));
    ByteBuffer bytes = ByteBuffer.wrap(window).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + entryBytes <= window.length; at += entryBytes) {
      rewriter.rewrite(bytes, at);
    }
    System.arraycopy(window, (int) (offset - first), target, targetOffset, length);
  }
}
