package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The views that {@link ByteView} makes: of arrays, of zeros, and of other views. */
final class ByteViews {
  /**
   * Number of bytes that are copied, hashed or compared at once. A window stays in the processor's
   * cache: from 128 KiB on, reading from the page cache takes three times as long.
   */
  static final int WINDOW_BYTES = 64 * 1024;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ByteViews() {}

  /** A little-endian number of 1, 2, 4 or 8 bytes. */
  static long number(byte[] bytes, int at, int length) {
    return switch (length) {
      case 1 -> bytes[at] & 0xff;
      case 2 -> (short) SHORT.get(bytes, at) & 0xffff;
      case 4 -> (int) INT.get(bytes, at) & 0xffffffffL;
      default -> (long) LONG.get(bytes, at);
    };
  }

  /** Bytes held in an array: what was decompressed, and what tests make up. */
  record ArrayView(String name, byte[] array) implements ByteView {
    @Override
    public long size() {
      return array.length;
    }

    @Override
    public long fileOffset(long offset) {
      return offset;
    }

    @Override
    public long number(long offset, int length) {
      return ByteViews.number(array, (int) offset, length);
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
    public void copyTo(long offset, byte[] target, int targetOffset, int length)
        throws FormatException {
      require(offset, length, "bytes");
      Arrays.fill(target, targetOffset, targetOffset + length, (byte) 0);
    }

    @Override
    public long knownZeros(long offset) {
      return offset < 0 ? 0 : Math.max(0, size() - offset);
    }
  }

  /**
   * A part of another view, or the same one under another name.
   *
   * @param ownOffsets whether its offsets count from its own first byte, wherever that is
   */
  record SlicedView(ByteView base, long start, long size, String name, boolean ownOffsets)
      implements ByteView {
    SlicedView {
      // Chains of slices would cost one call a level on every read.
      if (base instanceof SlicedView inner && (ownOffsets || !inner.ownOffsets)) {
        start += inner.start;
        base = inner.base;
      }
    }

    @Override
    public long fileOffset(long offset) {
      return ownOffsets ? offset : base.fileOffset(start + offset);
    }

    @Override
    public long number(long offset, int length) throws FormatException {
      return base.number(start + offset, length);
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

    @Override
    public long transferTo(long offset, long length, FileChannel target, long position)
        throws IOException {
      require(offset, length, "bytes");
      return base.transferTo(start + offset, length, target, position);
    }

    @Override
    public long knownZeros(long offset) {
      return offset < 0
          ? 0
          : Math.clamp(base.knownZeros(start + offset), 0, Math.max(0, size - offset));
    }
  }

  /**
   * Several views one behind another, as one; what a file will be can be read before it is written.
   */
  static final class JoinedView implements ByteView {
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

    /**
     * The part that holds a byte: of several that start there the last, which alone is not empty.
     */
    private int part(long offset) {
      int found = Arrays.binarySearch(starts, offset);
      int at = found >= 0 ? found : -found - 2;
      while (at + 1 < starts.length && starts[at + 1] == offset) {
        at++;
      }
      return at;
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

    @Override
    public void copyTo(long offset, ByteBuffer target) throws FormatException {
      require(offset, target.remaining(), "bytes");
      int end = target.limit();
      for (long at = offset; target.position() < end; ) {
        int part = part(at);
        long inside = at - starts[part];
        int count = (int) Math.min(end - target.position(), parts[part].size() - inside);
        parts[part].copyTo(inside, target.limit(target.position() + count));
        at += count;
      }
      target.limit(end);
    }

    @Override
    public long transferTo(long offset, long length, FileChannel target, long position)
        throws IOException {
      require(offset, length, "bytes");
      if (length == 0) {
        return 0;
      }
      int part = part(offset);
      long inside = offset - starts[part];
      long count = Math.min(length, parts[part].size() - inside);
      return parts[part].transferTo(inside, count, target, position);
    }

    @Override
    public long knownZeros(long offset) {
      if (offset < 0 || offset >= size()) {
        return 0;
      }
      int part = part(offset);
      return parts[part].knownZeros(offset - starts[part]);
    }
  }

  /**
   * A table whose entries are changed as they are read. What is left behind the last whole one
   * stays.
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

  /** Reads a view from start to end in windows. Not safe for use by several threads. */
  static final class ViewInputStream extends InputStream {
    private static final int STREAM_BYTES = 64 * 1024;

    private final ByteView view;
    private final byte[] window;
    private long nextOffset;
    private int position;
    private int limit;

    ViewInputStream(ByteView view) {
      this.view = view;
      this.window = new byte[(int) Math.min(STREAM_BYTES, Math.max(1, view.size()))];
    }

    @Override
    public int read() throws FormatException {
      return fill() ? window[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws FormatException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (position == limit && length >= window.length) {
        int count = (int) Math.min(length, view.size() - nextOffset);
        if (count <= 0) {
          return -1;
        }
        view.copyTo(nextOffset, target, offset, count);
        nextOffset += count;
        return count;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, limit - position);
      System.arraycopy(window, position, target, offset, count);
      position += count;
      return count;
    }

    @Override
    public int available() {
      return (int) Math.min(Integer.MAX_VALUE, limit - position + view.size() - nextOffset);
    }

    private boolean fill() throws FormatException {
      if (position < limit) {
        return true;
      }
      int count = (int) Math.min(window.length, view.size() - nextOffset);
      if (count <= 0) {
        return false;
      }
      view.copyTo(nextOffset, window, 0, count);
      nextOffset += count;
      position = 0;
      limit = count;
      return true;
    }
  }
}
