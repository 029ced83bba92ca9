package org.kpackworkbench.model.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A file's whole mode, with the set-user, set-group and sticky bits that Java's permissions leave
 * out. On systems without modes nothing happens.
 */
public final class FileModes {
  private static final String MODE = "unix:mode";
  private static final int BITS = 07777;

  /** The mode where a file system has none. */
  public static final int NONE = -1;

  private FileModes() {}

  /** The mode's low twelve bits; {@link #NONE} where the file system has none. */
  public static int of(Path file) throws IOException {
    return has(file)
        ? (Integer) Files.getAttribute(file, MODE, LinkOption.NOFOLLOW_LINKS) & BITS
        : NONE;
  }

  /** Gives a file or folder, which is no link, a mode; {@link #NONE} leaves it as it is. */
  public static void set(Path file, int mode) throws IOException {
    if (mode != NONE && has(file) && of(file) != mode) {
      Files.setAttribute(file, MODE, mode);
    }
  }

  private static boolean has(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && Files.getFileStore(file).supportsFileAttributeView("posix");
  }
}
