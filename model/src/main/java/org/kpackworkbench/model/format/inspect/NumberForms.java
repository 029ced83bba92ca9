package org.kpackworkbench.model.format.inspect;

import java.time.Instant;
import org.kpackworkbench.model.base.text.TimeText;

/** Writes numbers, and decodes those forms of them that Java has no type for. */
final class NumberForms {
  private static final long EARLIEST = Instant.parse("1990-01-01T00:00:00Z").getEpochSecond();

  private static final long LATEST = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();

  private NumberForms() {}

  /** In hexadecimal, and in decimal where that says more. */
  static String unsigned(long value) {
    return Long.compareUnsigned(value, 10) < 0
        ? Long.toString(value)
        : "0x" + Long.toHexString(value) + "  " + Long.toUnsignedString(value);
  }

  /** IEEE 754 half precision. */
  static float half(int bits) {
    return Float.float16ToFloat((short) bits);
  }

  /** The upper half of a single precision number, as machine learning uses it. */
  static float brain(int bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  static String real(float value) {
    return Float.toString(value);
  }

  static String real(double value) {
    return Double.toString(value);
  }

  static boolean isPlausibleTime(long seconds) {
    return seconds >= EARLIEST && seconds < LATEST;
  }

  static String time(long seconds) {
    return TimeText.seconds(Instant.ofEpochSecond(seconds));
  }

  /** A number in little-endian base 128. */
  record Leb(long value, int lengthBytes) {}

  /** Decodes LEB128; null if it does not end within 64 bits or the bytes that there are. */
  static @org.jspecify.annotations.Nullable Leb leb(byte[] bytes, boolean signed) {
    long value = 0;
    int shift = 0;
    for (int i = 0; i < bytes.length && shift < 64; i++) {
      value |= (bytes[i] & 0x7fL) << shift;
      shift += 7;
      if (bytes[i] >= 0) {
        boolean negative = signed && shift < 64 && (bytes[i] & 0x40) != 0;
        return new Leb(negative ? value | -1L << shift : value, i + 1);
      }
    }
    return null;
  }
}
