package org.kpackworkbench.model.archive;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;

/** The SHA-256 of a code object: two with the same are the same. */
record BlobHash(long first, long second, long third, long fourth) {
  private static final int WINDOW_BYTES = 128 * 1024;

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java has SHA-256", impossible);
    }
  }

  static BlobHash of(MessageDigest digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
    return new BlobHash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  static BlobHash of(byte[] bytes) {
    MessageDigest digest = digest();
    digest.update(bytes);
    return of(digest);
  }

  /** Of a view, in windows. */
  static BlobHash of(ByteView view) throws FormatException {
    MessageDigest digest = digest();
    byte[] window = new byte[(int) Math.min(WINDOW_BYTES, view.size())];
    for (long done = 0; done < view.size(); done += window.length) {
      int count = (int) Math.min(window.length, view.size() - done);
      view.copyTo(done, window, 0, count);
      digest.update(window, 0, count);
    }
    return of(digest);
  }
}
