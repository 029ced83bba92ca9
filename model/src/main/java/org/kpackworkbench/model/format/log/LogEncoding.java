package org.kpackworkbench.model.format.log;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * How a log's characters are written, and where they begin. Whatever is no UTF-16 is read as UTF-8;
 * bytes that are not UTF-8 become U+FFFD.
 *
 * @param charset the encoding
 * @param unitBytes the bytes of a unit: 2 in UTF-16, else 1
 * @param low which byte of a unit holds a line feed
 * @param startBytes where the text begins, behind a byte order mark
 */
record LogEncoding(Charset charset, int unitBytes, int low, int startBytes) {
  private static final int HEAD_BYTES = 4096;

  /** Detects it from the first bytes: a byte order mark, or the zeros that UTF-16 is full of. */
  static LogEncoding of(ByteView bytes) throws FormatException {
    byte[] head = bytes.bytes(0, (int) Math.min(HEAD_BYTES, bytes.size()));
    int mark = head.length < 2 ? 0 : (head[0] & 0xff) << 8 | (head[1] & 0xff);
    if (mark == 0xfffe) {
      return littleEndian(2);
    }
    if (mark == 0xfeff) {
      return bigEndian(2);
    }
    if (mark == 0xefbb && head.length > 2 && (head[2] & 0xff) == 0xbf) {
      return utf8(3);
    }
    int[] zeros = new int[2];
    for (int i = 0; i < head.length; i++) {
      if (head[i] == 0) {
        zeros[i & 1]++;
      }
    }
    // Of western text nearly every second byte is zero; zeros that pad a file fill both halves.
    int many = head.length * 2 / 5;
    if (zeros[1] > many && zeros[0] < many / 4) {
      return littleEndian(0);
    }
    return zeros[0] > many && zeros[1] < many / 4 ? bigEndian(0) : utf8(0);
  }

  private static LogEncoding utf8(int start) {
    return new LogEncoding(StandardCharsets.UTF_8, 1, 0, start);
  }

  private static LogEncoding littleEndian(int start) {
    return new LogEncoding(StandardCharsets.UTF_16LE, 2, 0, start);
  }

  private static LogEncoding bigEndian(int start) {
    return new LogEncoding(StandardCharsets.UTF_16BE, 2, 1, start);
  }

  /** Whether a unit is a line feed. */
  boolean endsLine(byte[] window, int at) {
    return window[at + low] == '\n' && (unitBytes == 1 || window[at + 1 - low] == 0);
  }

  /** Whether a unit is zero. */
  boolean isZero(byte[] window, int at) {
    return window[at] == 0 && (unitBytes == 1 || window[at + 1] == 0);
  }
}
