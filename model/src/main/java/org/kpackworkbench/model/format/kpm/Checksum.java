package org.kpackworkbench.model.format.kpm;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/** A SHA-256. Immutable; prints as 64 lower-case hexadecimal digits. */
public final class Checksum {
  /** Its size. */
  public static final int BYTES = 32;

  private static final int WINDOW_BYTES = 128 * 1024;

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

  /** The checksum of some bytes, read in windows. */
  public static Checksum of(ByteView bytes) throws FormatException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java has SHA-256", impossible);
    }
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, bytes.size())];
    for (long at = 0; at < bytes.size(); at += window.length) {
      int count = (int) Math.min(window.length, bytes.size() - at);
      bytes.copyTo(at, window, 0, count);
      digest.update(window, 0, count);
    }
    return new Checksum(digest.digest());
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
