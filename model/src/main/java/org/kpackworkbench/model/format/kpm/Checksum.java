package org.kpackworkbench.model.format.kpm;

import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;

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

  /** The checksum of some bytes. */
  public static Checksum of(ByteView bytes) throws FormatException {
    return of(bytes, Progress.NONE);
  }

  /**
   * The checksum of some bytes.
   *
   * @param progress is advanced by the bytes read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static Checksum of(ByteView bytes, Progress progress) throws FormatException {
    MessageDigest digest = Digests.sha256();
    bytes.windows(progress, (window, count) -> digest.update(window, 0, count));
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
    return HexText.of(bytes);
  }
}
