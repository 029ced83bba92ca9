package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.io.InputStream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * The unpacked bytes of a tar file, on their way to whatever reads its structure: bounds what
 * headers may take, which that reader keeps in memory, and sees whether the file has its end.
 */
final class TarBytes extends InputStream {
  private static final long MOST_HEADER_BYTES = 1L << 20;
  private static final long MOST_EXTRA_BYTES = 64L << 20;
  private static final long EXTRA_BYTES_PER_ENTRY = 4096;
  private static final int RECORD_BYTES = 512;

  private final InputStream tar;
  private final String name;
  private boolean inHeader;
  private long headerBytes;
  private long allHeaderBytes;
  private long entries;
  private long zeros;

  TarBytes(InputStream tar, String name) {
    this.tar = tar;
    this.name = name;
  }

  /** From here on it is headers that are read. */
  void startHeader() {
    inHeader = true;
    headerBytes = 0;
  }

  /** A header was read; its entry's content follows. */
  void endHeader() {
    inHeader = false;
    entries++;
  }

  /** Whether what was read last is the end of a tar file: a record of zeros. */
  boolean ended() {
    return zeros >= RECORD_BYTES;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = tar.read(buffer, offset, length);
    if (count <= 0) {
      return count;
    }
    int last = offset + count - 1;
    int at = last;
    while (at >= offset && buffer[at] == 0) {
      at--;
    }
    zeros = at < offset ? zeros + count : last - at;
    if (inHeader) {
      headerBytes += count;
      allHeaderBytes += count;
      if (headerBytes > MOST_HEADER_BYTES
          || allHeaderBytes > MOST_EXTRA_BYTES + entries * EXTRA_BYTES_PER_ENTRY) {
        throw FormatException.in(name, "tar", "headers", Reason.TOO_LARGE)
            .expected("names and attributes of at most %d bytes".formatted(MOST_HEADER_BYTES))
            .found("more behind entry " + entries)
            .build();
      }
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
