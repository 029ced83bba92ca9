package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Copies what stays as it is: bytes, owners, modes, times and extended attributes, as far as the
 * disk and the system allow; those that they refuse are {@link LostAttributes}. A file with several
 * names (hard links) gets them again where it is copied by each of them. Where an owner or group
 * cannot be kept, the mode loses its set-user and set-group bits, which would give away the rights
 * of another one.
 */
public final class TreeCopy {
  private static final int SMALL_BYTES = 64 * 1024;
  private static final int START_BYTES = 512;

  private final Path root;
  private final Progress progress;
  private final LostAttributes lost;
  private final AttributeCopy attributes;
  private final List<TreeItem> folders = new ArrayList<>();

  /** Where files that have several names were copied to first. */
  private final Map<SourceFile, Path> copies = new HashMap<>();

  private final ByteBuffer small = ByteBuffer.allocateDirect(SMALL_BYTES);

  /** Identity of a file, the same by each of its names. */
  private record SourceFile(FileSystem system, Object device, Object number) {}

  /** Reads the first bytes of a file before it is copied. */
  public interface Start {
    /**
     * Whether the file is copied.
     *
     * @param file the file
     * @param start its first 512 bytes, or all where it has fewer
     */
    boolean take(Path file, byte[] start) throws IOException;
  }

  /**
   * Into a folder that is there.
   *
   * @param lost gets the extended attributes that are not copied
   */
  public TreeCopy(Path root, Progress progress, LostAttributes lost) {
    this.root = root;
    this.progress = progress;
    this.lost = lost;
    this.attributes = new AttributeCopy(root, lost);
  }

  /**
   * Copies one file to a new place, with mode and times.
   *
   * @param from the file; of a link, what it leads to
   * @param lost gets the extended attributes that are not copied
   * @throws java.nio.file.FileAlreadyExistsException if there is something already
   */
  public static void one(Path from, Path to, Progress progress, LostAttributes lost)
      throws IOException {
    FileCopy.content(from, to, progress);
    like(from.toRealPath(), to, lost);
  }

  /**
   * Gives a file the owner, mode, times and extended attributes of another one.
   *
   * @param lost gets those that it does not get
   */
  public static void like(Path original, Path file, LostAttributes lost) throws IOException {
    new AttributeCopy(file, lost).copy(original, file);
  }

  /** Whether two files have one owner and group, which are in systems that have both. */
  static boolean sameOwner(Path one, Path other) throws IOException {
    return Files.readAttributes(one, AttributeCopy.OWNER, LinkOption.NOFOLLOW_LINKS)
        .equals(Files.readAttributes(other, AttributeCopy.OWNER, LinkOption.NOFOLLOW_LINKS));
  }

  /** Makes a folder; its mode and time come when everything is in it. */
  public void folder(TreeItem item) throws IOException {
    Path folder = item.in(root);
    // The archive's folder may be there already.
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder);
    }
    folders.add(item);
  }

  /** Makes a link that leads to what the original leads to, by the same words. */
  public void link(TreeItem item) throws IOException {
    Path link = item.in(root);
    Files.createSymbolicLink(link, SystemText.link(link, item.linkTarget()));
    attributes.copyOfLink(item.source(), link);
  }

  /** Copies a file. */
  public void file(TreeItem item) throws IOException {
    file(item, (file, start) -> true);
  }

  /**
   * Copies a file, which is opened once, unless its first bytes are not to be taken.
   *
   * @return whether it was copied
   */
  public boolean file(TreeItem item, Start start) throws IOException {
    Path file = item.in(root);
    try (FileChannel in = FileChannel.open(item.source(), StandardOpenOption.READ)) {
      small.clear();
      long at = 0;
      // Files that were added meanwhile are ignored: most files are read at once.
      while (small.hasRemaining() && at < item.sizeBytes()) {
        int count = in.read(small, at);
        if (count < 0) {
          break;
        }
        at += count;
      }
      small.flip();
      byte[] first = new byte[Math.min(START_BYTES, small.remaining())];
      small.get(0, first);
      if (!start.take(item.source(), first)) {
        return false;
      }
      SourceFile shared = shared(item.source());
      if (shared != null && linked(shared, item, file)) {
        return true;
      }
      try (FileChannel out =
          NamedChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        if (small.limit() < SMALL_BYTES) {
          small(item, out);
        } else {
          FileCopy.content(item.source(), in, out, progress);
        }
      }
    }
    attributes.copy(item.source(), file);
    return true;
  }

  /**
   * Makes a further name of a file that was written; copies that where the disk has no such.
   *
   * @param name where the name is to be
   * @param first the path of the file in the new tree
   */
  public void name(TreeItem name, String first) throws IOException {
    Path written = SystemText.below(root, first);
    try {
      Files.createLink(name.in(root), written);
    } catch (FileAlreadyExistsException there) {
      throw there;
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      one(written, name.in(root), progress.cancelOnly(), lost);
    }
  }

  /** A file that has other names; null for any other. */
  private static @Nullable SourceFile shared(Path source) throws IOException {
    FileSystem system = source.getFileSystem();
    if (!system.supportedFileAttributeViews().contains("unix")) {
      return null;
    }
    Map<String, Object> known = Files.readAttributes(source, "unix:nlink,dev,ino");
    return known.get("nlink") instanceof Integer names && names > 1
        ? new SourceFile(
            system, AttributeCopy.value(known, "dev"), AttributeCopy.value(known, "ino"))
        : null;
  }

  /** Makes a further name of a file that is copied already, if it is and the disk has such. */
  private boolean linked(SourceFile shared, TreeItem item, Path file) throws IOException {
    Path first = copies.putIfAbsent(shared, file);
    if (first == null) {
      return false;
    }
    try {
      Files.createLink(file, first);
    } catch (FileAlreadyExistsException there) {
      throw there;
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      return false;
    }
    progress.step(item.sizeBytes());
    return true;
  }

  /** One that was read as a whole. */
  private void small(TreeItem item, FileChannel out) throws IOException {
    if (small.limit() < item.sizeBytes()) {
      throw FileCopy.shorter(item.source(), item.sizeBytes());
    }
    progress.step(small.limit());
    while (small.hasRemaining()) {
      out.write(small);
    }
  }

  /** Puts the very same file there, by a hard link; copies it where the disk has none. */
  public void same(TreeItem item) throws IOException {
    try {
      Files.createLink(item.in(root), item.source());
      progress.step(item.sizeBytes());
    } catch (UnsupportedOperationException | FileSystemException noLinks) {
      Files.deleteIfExists(item.in(root));
      file(item);
    }
  }

  /** Gives the folders their modes and times, the innermost first. */
  public void finish() throws IOException {
    for (TreeItem folder : folders.reversed()) {
      progress.step(0);
      attributes.copy(folder.source(), folder.in(root));
    }
  }

  /** Gives the folders their modes and times, and the root those of the original. */
  public void finish(Path source) throws IOException {
    finish();
    if (Files.isDirectory(source)) {
      attributes.copy(source, root);
    }
  }

  /**
   * Copies owners, modes and times of many files. Checks once for each disk whether it has modes,
   * since the check takes longer than copying a small file. Used by one thread.
   */
  private static final class AttributeCopy {
    private static final String ATTRIBUTES =
        "unix:mode,dev,uid,gid,lastModifiedTime,lastAccessTime";
    private static final String OWNER = "unix:uid,gid";
    private static final int MODE_BITS = 07777;

    private final Path root;
    private final LostAttributes lost;
    private @Nullable Boolean modesInTarget;
    private final Map<Object, Boolean> modesByDevice = new HashMap<>();

    /**
     * @param root what is copied goes below it
     * @param lost gets the extended attributes that are not copied
     */
    AttributeCopy(Path root, LostAttributes lost) {
      this.root = root;
      this.lost = lost;
    }

    /** Gives a file or folder the mode and time of another. */
    void copy(Path from, Path to) throws IOException {
      if (!from.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        time(to, Files.getLastModifiedTime(from, LinkOption.NOFOLLOW_LINKS));
        return;
      }
      Map<String, Object> source =
          Files.readAttributes(from, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
      // The mode comes last: it may forbid to open the file. With both times set, the system need
      // not read the one that is kept.
      times(
          to,
          (FileTime) value(source, "lastModifiedTime"),
          (FileTime) value(source, "lastAccessTime"));
      boolean modes = modesInTarget() && hasModes(from, value(source, "dev"));
      boolean same = modes && owner(source, to);
      // A file that gets another owner loses capabilities and set-user bits.
      ExtendedAttributes.copy(from, to, same, lost);
      if (modes) {
        int mode = (Integer) value(source, "mode") & MODE_BITS;
        if (!same && (mode & FileModes.SET_ID) != 0 && Files.isRegularFile(from)) {
          lost.add(LostAttributes.SET_ID, from);
        }
        Files.setAttribute(to, "unix:mode", same ? mode : mode & ~FileModes.SET_ID);
      }
    }

    /**
     * Gives a file the owner and group of another.
     *
     * @return whether it has them
     */
    private static boolean owner(Map<String, Object> source, Path to) throws IOException {
      Map<String, Object> there = Files.readAttributes(to, OWNER, LinkOption.NOFOLLOW_LINKS);
      boolean same = true;
      for (Map.Entry<String, Object> has : there.entrySet()) {
        @Nullable Object wanted = source.get(has.getKey());
        if (wanted == null) {
          same = false;
        } else if (!wanted.equals(has.getValue())) {
          try {
            Files.setAttribute(to, "unix:" + has.getKey(), wanted, LinkOption.NOFOLLOW_LINKS);
          } catch (FileSystemException notAllowed) {
            same = false;
          }
        }
      }
      return same;
    }

    /** Gives a link, which has no mode, the owner and time of another. */
    void copyOfLink(Path from, Path to) throws IOException {
      if (modesInTarget() && from.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        boolean unused = owner(Files.readAttributes(from, OWNER, LinkOption.NOFOLLOW_LINKS), to);
      }
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
}
