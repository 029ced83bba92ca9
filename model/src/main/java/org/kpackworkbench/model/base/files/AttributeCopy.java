package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;

/**
 * Copies modes and times of many files. Asks each disk once whether it has modes, since asking
 * takes longer than copying a small file. Used by one thread.
 */
final class AttributeCopy {
  private static final String ATTRIBUTES = "unix:mode,dev,lastModifiedTime,lastAccessTime";
  private static final int MODE_BITS = 07777;

  private final Path root;
  private @Nullable Boolean modesInTarget;
  private final Map<Object, Boolean> modesByDevice = new HashMap<>();

  /**
   * @param root what is copied goes below it
   */
  AttributeCopy(Path root) {
    this.root = root;
  }

  /** Gives a file or folder the mode and time of another. */
  void copy(Path from, Path to) throws IOException {
    if (!from.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      time(to, Files.getLastModifiedTime(from, LinkOption.NOFOLLOW_LINKS));
      return;
    }
    Map<String, Object> source = Files.readAttributes(from, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
    // The mode comes last: it may forbid to open the file. With both times the system is not asked
    // for the one that stays.
    times(
        to,
        (FileTime) value(source, "lastModifiedTime"),
        (FileTime) value(source, "lastAccessTime"));
    if (modesInTarget() && hasModes(from, value(source, "dev"))) {
      Files.setAttribute(to, "unix:mode", (Integer) value(source, "mode") & MODE_BITS);
    }
  }

  /** Gives a link, which has no mode, the time of another. */
  void copyTime(Path from, Path to) throws IOException {
    time(to, Files.getLastModifiedTime(from, LinkOption.NOFOLLOW_LINKS));
  }

  private boolean modesInTarget() throws IOException {
    Boolean known = modesInTarget;
    if (known == null) {
      known = FileModes.of(root) != FileModes.NONE;
      modesInTarget = known;
    }
    return known;
  }

  private boolean hasModes(Path file, Object device) throws IOException {
    Boolean known = modesByDevice.get(device);
    if (known == null) {
      known = FileModes.of(file) != FileModes.NONE;
      modesByDevice.put(device, known);
    }
    return known;
  }

  private static Object value(Map<String, Object> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name));
  }

  private static void time(Path file, FileTime time) throws IOException {
    times(file, time, null);
  }

  private static void times(Path file, FileTime modified, @Nullable FileTime read)
      throws IOException {
    Files.getFileAttributeView(file, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(modified, read, null);
  }
}
