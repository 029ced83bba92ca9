package org.kpackworkbench.model.base.bytes;

import java.io.InputStream;
import java.util.Objects;

/** Reads a view from start to end in windows. Not safe for use by several threads. */
final class ViewInputStream extends InputStream {
  private static final int WINDOW_BYTES = 256 * 1024;

  private final ByteView view;
  private final byte[] window;
  private long nextOffset;
  private int position;
  private int limit;

  ViewInputStream(ByteView view) {
    this.view = view;
    this.window = new byte[(int) Math.min(WINDOW_BYTES, Math.max(1, view.size()))];
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
