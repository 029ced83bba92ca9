package org.kpackworkbench.model.format.coff;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.kpackworkbench.model.base.bytes.ByteView;

/**
 * The check sum of a Windows program: the words of 16 bits of the whole file but for the field
 * itself, added with their carries, and the size of the file. Drivers and libraries that are loaded
 * at the start of the system need a true one; others may have 0.
 */
public final class CheckSum {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int FIELD_BYTES = 4;

  private CheckSum() {}

  /** Reads bytes of a file. */
  private interface Source {
    void read(long at, byte[] into, int length) throws IOException;
  }

  /**
   * Computes the sum of a file that is open for reading.
   *
   * @param field the offset of the field, which is even
   */
  public static long of(FileChannel file, long field) throws IOException {
    return of(
        file.size(),
        field,
        (at, into, length) -> {
          ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
          while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
              throw new EOFException();
            }
          }
        });
  }

  /**
   * Computes the sum of a file.
   *
   * @param field the offset of the field, which is even
   * @throws IOException if the file changes meanwhile
   */
  public static long of(ByteView view, long field) throws IOException {
    return of(view.size(), field, (at, into, length) -> view.copyTo(at, into, 0, length));
  }

  private static long of(long size, long field, Source source) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long sum = 0;
    for (long at = 0; at < size; at += CHUNK_BYTES) {
      int length = (int) Math.min(CHUNK_BYTES, size - at);
      source.read(at, chunk, length);
      for (int i = 0; i < length; i += 2) {
        boolean own = at + i >= field && at + i < field + FIELD_BYTES;
        int high = i + 1 < length ? chunk[i + 1] & 0xff : 0;
        sum += own ? 0 : (chunk[i] & 0xff) | high << 8;
        sum = (sum & 0xffff) + (sum >>> 16);
      }
    }
    return ((sum & 0xffff) + (sum >>> 16)) + size;
  }
}
