package org.kpackworkbench.model.manifest;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A SHA-256. Immutable; prints as 64 lower-case hexadecimal digits. */
public final class Checksum {
  /** Its size. */
  public static final int BYTES = 32;

  private final byte[] bytes;

  /**
   * @throws IllegalArgumentException for anything but 32 bytes
   */
  public Checksum(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a SHA-256 has 32 bytes, not " + bytes.length);
    }
    this.bytes = bytes.clone();
  }

  /** Its bytes, in a new array. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Checksum that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
