package org.kpackworkbench.model.format.offload;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.job.Progress;

/** Recognises what may start at an offset. */
enum BundleMagic {
  NONE,
  PLAIN,
  COMPRESSED,
  ELF;

  private static final byte[] PLAIN_BYTES = BundleTable.MAGIC.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] COMPRESSED_BYTES = "CCOB".getBytes(StandardCharsets.US_ASCII);
  private static final long ELF_VALUE = 0x464c457fL;

  static BundleMagic at(ByteView view, long offset) throws FormatException {
    if (view.size() - offset < 4) {
      return NONE;
    }
    long first = view.u32(offset);
    if (first == CompressedBundle.MAGIC) {
      return COMPRESSED;
    }
    if (first == ELF_VALUE) {
      return ELF;
    }
    boolean plain =
        first == 0x4c435f5fL
            && view.size() - offset >= PLAIN_BYTES.length
            && Arrays.equals(view.bytes(offset, PLAIN_BYTES.length), PLAIN_BYTES);
    return plain ? PLAIN : NONE;
  }

  /** The first offset in a range where a bundle's magic stands; the range's end where none does. */
  static long find(ByteView view, ByteRange range, Progress progress) throws FormatException {
    int overlap = PLAIN_BYTES.length - 1;
    byte[] window = new byte[(int) Math.min(ZeroScan.WINDOW_BYTES, range.length())];
    for (long at = range.start(); at < range.end(); ) {
      int count = (int) Math.min(window.length, range.end() - at);
      view.copyTo(at, window, 0, count);
      for (int i = 0; i < count; i++) {
        if (startsWith(window, i, count, PLAIN_BYTES)
            || startsWith(window, i, count, COMPRESSED_BYTES)) {
          return at + i;
        }
      }
      if (at + count == range.end()) {
        break;
      }
      at += count - overlap;
      progress.step(0);
    }
    return range.end();
  }

  private static boolean startsWith(byte[] bytes, int start, int end, byte[] magic) {
    return bytes[start] == magic[0]
        && end - start >= magic.length
        && Arrays.equals(bytes, start, start + magic.length, magic, 0, magic.length);
  }
}
