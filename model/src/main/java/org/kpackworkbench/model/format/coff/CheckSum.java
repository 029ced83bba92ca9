package org.kpackworkbench.model.format.coff;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * The check sum of a Windows program: the words of 16 bits of the whole file but for the field
 * itself, added with their carries, and the size of the file. Drivers and libraries that are loaded
 * at the start of the system need a true one; others may have 0.
 */
public final class CheckSum {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int FIELD_BYTES = 4;

  private CheckSum() {}

  /**
   * Computes the sum of a file.
   *
   * @param field the offset of the field, which is even
   * @throws FormatException if the file changes meanwhile
   */
  public static long of(ByteView view, long field) throws FormatException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long sum = 0;
    for (long at = 0; at < view.size(); at += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, view.size() - at);
      view.copyTo(at, chunk, 0, length);
      for (int i = 0; i < length; i += 2) {
        boolean own = at + i >= field && at + i < field + FIELD_BYTES;
        int high = i + 1 < length ? chunk[i + 1] & 0xff : 0;
        sum += own ? 0 : (chunk[i] & 0xff) | high << 8;
        sum = (sum & 0xffff) + (sum >>> 16);
      }
    }
    return ((sum & 0xffff) + (sum >>> 16)) + view.size();
  }
}
