package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;

/** Copies the bytes of files and streams. All of it can be cancelled. */
public final class FileCopy {
  private static final int WINDOW_BYTES = 256 << 10;
  private static final long STEP_BYTES = 8L << 20;

  private FileCopy() {}

  /**
   * Copies what is left of a stream; both stay open.
   *
   * @param progress is advanced by the bytes
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static void bytes(InputStream in, OutputStream out, Progress progress) throws IOException {
    byte[] window = new byte[WINDOW_BYTES];
    for (int count = in.read(window); count >= 0; count = in.read(window)) {
      out.write(window, 0, count);
      progress.step(count);
    }
  }

  /**
   * Copies the rest of a stream and adds its bytes to a digest; both streams stay open.
   *
   * @param digest takes in the bytes
   * @return the digest
   */
  public static byte[] bytes(
      InputStream in, OutputStream out, MessageDigest digest, Progress progress)
      throws IOException {
    bytes(in, new DigestOutputStream(out, digest), progress);
    return digest.digest();
  }

  /** The digest of what is left of a stream. */
  public static byte[] digest(InputStream in, MessageDigest digest, Progress progress)
      throws IOException {
    return bytes(in, OutputStream.nullOutputStream(), digest, progress);
  }

  /**
   * Makes a new file with the bytes of another.
   *
   * @param progress is advanced by the bytes
   * @throws java.nio.file.FileAlreadyExistsException if there is one
   * @throws FormatException if the original becomes shorter meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static void content(Path from, Path to, Progress progress) throws IOException {
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out =
            NamedChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      content(from, in, out, progress);
    }
  }

  /**
   * Copies the bytes of an open file to another open file.
   *
   * @param from what messages call the original
   */
  static void content(Path from, FileChannel in, FileChannel out, Progress progress)
      throws IOException {
    long size = in.size();
    for (long done = 0; done < size; ) {
      long count = out.transferFrom(in.position(done), done, Math.min(STEP_BYTES, size - done));
      if (count <= 0) {
        throw shorter(from, size);
      }
      done += count;
      progress.step(count);
    }
  }

  static FormatException shorter(Path file, long size) {
    return FormatException.in(file.toString(), "file", "", Reason.FILE_CHANGED)
        .mismatch("the %d bytes it had when it was opened".formatted(size), "a shorter file");
  }
}
