package org.kpackworkbench.model.base.bytes;

import java.util.Arrays;
import java.util.List;

/**
 * Several views one behind another, as one; what a file will be can be read before it is written.
 */
final class JoinedView implements ByteView {
  private final String name;
  private final ByteView[] parts;
  private final long[] starts;
  private final long sizeBytes;

  JoinedView(String name, List<ByteView> parts) {
    this.name = name;
    this.parts = parts.toArray(ByteView[]::new);
    this.starts = new long[this.parts.length];
    long at = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = at;
      at = Math.addExact(at, this.parts[i].size());
    }
    this.sizeBytes = at;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return sizeBytes;
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  /** The part that holds a byte: of several that start there the last, which alone is not empty. */
  private int part(long offset) {
    int found = Arrays.binarySearch(starts, offset);
    int at = found >= 0 ? found : -found - 2;
    while (at + 1 < starts.length && starts[at + 1] == offset) {
      at++;
    }
    return at;
  }

  private boolean isWhole(int part, long offset, int length) {
    return offset - starts[part] <= parts[part].size() - length;
  }

  @Override
  public int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    int part = part(offset);
    return parts[part].u8(offset - starts[part]);
  }

  @Override
  public int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    int part = part(offset);
    return isWhole(part, offset, 2)
        ? parts[part].u16(offset - starts[part])
        : ByteView.of(name, bytes(offset, 2)).u16(0);
  }

  @Override
  public long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    int part = part(offset);
    return isWhole(part, offset, 4)
        ? parts[part].u32(offset - starts[part])
        : ByteView.of(name, bytes(offset, 4)).u32(0);
  }

  @Override
  public long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    int part = part(offset);
    return isWhole(part, offset, 8)
        ? parts[part].u64(offset - starts[part])
        : ByteView.of(name, bytes(offset, 8)).u64(0);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    int done = 0;
    while (done < length) {
      int part = part(offset + done);
      long inside = offset + done - starts[part];
      int count = (int) Math.min(length - done, parts[part].size() - inside);
      parts[part].copyTo(inside, target, targetOffset + done, count);
      done += count;
    }
  }
}
