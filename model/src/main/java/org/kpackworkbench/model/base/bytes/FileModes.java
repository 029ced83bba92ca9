package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file's whole mode, with the set-user, set-group and sticky bits that Java's permissions leave
 * out. On systems without modes nothing happens.
 */
public final class FileModes {
  private static final String MODE = "unix:mode";
  private static final String DEVICE = "unix:dev";
  private static final int BITS = 07777;

  /** The set-user and set-group bits. */
  public static final int SET_ID = 06000;

  /** The mode where a file system has none. */
  public static final int NONE = -1;

  /** Whether devices have modes, by number. */
  private static final Map<Object, Boolean> DEVICES = new ConcurrentHashMap<>();

  private static final AtomicInteger asked = new AtomicInteger();

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
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    // Getting the store of a file reads the list of all mounts.
    Object device = Files.getAttribute(file, DEVICE, LinkOption.NOFOLLOW_LINKS);
    Boolean known = DEVICES.get(device);
    if (known == null) {
      known = arePosix(file);
      DEVICES.put(device, known);
      asked.incrementAndGet();
    }
    return known;
  }

  /** Whether the file system of a file keeps modes of POSIX. */
  public static boolean arePosix(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        && Mounts.of(file).map(store -> store.supportsFileAttributeView("posix")).orElse(true);
  }

  /** How often it was checked whether a device has modes. */
  static int asked() {
    return asked.get();
  }
}
