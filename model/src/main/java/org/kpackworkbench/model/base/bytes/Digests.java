package org.kpackworkbench.model.base.bytes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;
import org.kpackworkbench.model.base.job.Progress;

/** Checksums of bytes. Safe for use by many threads; a {@link MessageDigest} is for one. */
public final class Digests {
  private Digests() {}

  /** A new SHA-256. */
  public static MessageDigest sha256() {
    return digest("SHA-256");
  }

  /** A new SHA-384. */
  public static MessageDigest sha384() {
    return digest("SHA-384");
  }

  /** A new SHA-512. */
  public static MessageDigest sha512() {
    return digest("SHA-512");
  }

  /** A new MD5, as LLVM's bundler uses it. */
  public static MessageDigest md5() {
    return digest("MD5");
  }

  /** A new SHA-1, as older packages have it. */
  public static MessageDigest sha1() {
    return digest("SHA-1");
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has " + algorithm, missing);
    }
  }

  /** The CRC32C of a view. */
  public static long crc32c(ByteView bytes, Progress progress) throws FormatException {
    CRC32C checksum = new CRC32C();
    bytes.windows(progress, (window, count) -> checksum.update(window, 0, count));
    return checksum.getValue();
  }
}
