package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * The bytes of an index in pages, each with a checksum of its number and content behind it: what is
 * read was written, and there. Offsets do not count checksums.
 */
record IndexPages(ByteView file) {
  private static final int CONTENT_BYTES = 4092;
  private static final int PAGE_BYTES = CONTENT_BYTES + Integer.BYTES;

  /**
   * Reads bytes, big-endian.
   *
   * @throws FormatException if one of their pages is not as it was written
   */
  ByteBuffer read(long offset, int length) throws FormatException {
    ByteBuffer read = ByteBuffer.allocate(length);
    while (read.hasRemaining()) {
      long at = offset + read.position();
      int inPage = (int) (at % CONTENT_BYTES);
      byte[] page = page(at / CONTENT_BYTES);
      read.put(page, inPage, Math.min(read.remaining(), CONTENT_BYTES - inPage));
    }
    return read.flip();
  }

  private byte[] page(long number) throws FormatException {
    byte[] page = file.bytes(number * PAGE_BYTES, PAGE_BYTES);
    int stored = ByteBuffer.wrap(page).getInt(CONTENT_BYTES);
    if (stored != checksum(number, page)) {
      throw FormatException.at(
              file, number * PAGE_BYTES, "index", "page " + number, Reason.CHECKSUM_MISMATCH)
          .mismatch("a page with the checksum behind it", "another one");
    }
    return page;
  }

  private static int checksum(long number, byte[] page) {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    checksum.update(page, 0, CONTENT_BYTES);
    return (int) checksum.getValue();
  }

  /** Writes pages; the last one is filled up with zeros by {@link #finish}. */
  static final class Output extends OutputStream {
    private final OutputStream out;
    private final ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES);
    private long number;

    Output(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      page.put((byte) b);
      if (page.position() == CONTENT_BYTES) {
        page.putInt(checksum(number, page.array()));
        out.write(page.array());
        page.clear();
        number++;
      }
    }

    void finish() throws IOException {
      while (page.position() > 0) {
        write(0);
      }
      out.flush();
    }
  }
}
