package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Detects the pointers that Git LFS leaves in the place of large files that were not fetched. */
public final class NotFetched {
  /** The start of all pointers. */
  public static final String START = "version https://git-lfs.github.com/spec/";

  /** Pointers are smaller than this by their specification. */
  public static final int MOST_BYTES = 1024;

  /** The name of a pointer in messages. */
  public static final String WORDS = "a Git LFS pointer";

  /** The advice about a pointer. */
  public static final String ADVICE = "Fetch the file itself: git lfs pull.";

  private NotFetched() {}

  /**
   * Whether a file is such a pointer.
   *
   * @throws IOException if it cannot be read
   */
  public static boolean is(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return is(ByteView.of(file.toString(), in.readNBytes(MOST_BYTES)));
    }
  }

  /** Whether a file is such a pointer. */
  public static boolean is(ByteView file) throws FormatException {
    byte[] start = START.getBytes(StandardCharsets.US_ASCII);
    return file.size() < MOST_BYTES
        && file.size() >= start.length
        && Arrays.equals(file.bytes(0, start.length), start);
  }
}
