package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.job.Progress;

/** The folder that a tar file is unpacked into. */
final class UnpackedTree {
  private static final int MODE_BITS = 07777;
  private static final char NO_TEXT = '\uFFFD';
  private static final int BUFFER_BYTES = 256 * 1024;

  private final Path root;
  private final String tar;
  private final DiskRoom room;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Set<Path> made = new HashSet<>();

  /** Paths of what is no folder, as text: paths of some systems are equal in whichever case. */
  private final Set<String> files = new HashSet<>();

  private final SequencedMap<Path, Folder> folders = new LinkedHashMap<>();
  private final Map<Path, OddMember> odd = new LinkedHashMap<>();

  /** Time and mode of a folder; without a mode where it has no entry. */
  private record Folder(int mode, FileTime time) {}

  /** Content of an entry. */
  interface Content {
    /** Fills a buffer; returns how many bytes, -1 at the end. */
    int read(byte[] buffer) throws IOException;
  }

  /**
   * @param tar the tar file's name, for messages
   * @param room on the disk that the folder is on
   */
  UnpackedTree(Path root, String tar, DiskRoom room) {
    this.root = root;
    this.tar = tar;
    this.room = room;
    made.add(root);
  }

  void add(TarArchiveEntry entry, Content content) throws IOException {
    Path path = path(entry.getName(), entry.getName());
    if (entry.isDirectory()) {
      replace(path);
      folder(path, entry.getLastModifiedTime());
      int mode = entry.getMode() & MODE_BITS;
      if (OddMember.isSetId(mode)) {
        odd.put(path, OddMember.setIdFolder(entry.getName(), mode));
      }
      folders.put(path, new Folder(mode, entry.getLastModifiedTime()));
    } else if (path.equals(root)) {
      throw unsafe(entry.getName(), entry.getName());
    } else {
      folder(Objects.requireNonNull(path.getParent()), entry.getLastModifiedTime());
      try {
        switch (entry.getLinkFlag()) {
          case TarConstants.LF_NORMAL,
              TarConstants.LF_OLDNORM,
              TarConstants.LF_CONTIG,
              TarConstants.LF_GNUTYPE_SPARSE ->
              file(path, entry, content);
          case TarConstants.LF_SYMLINK -> link(path, entry);
          case TarConstants.LF_LINK -> hardLink(path, entry);
          default -> throw unsupported(entry);
        }
        files.add(path.toString());
      } catch (FileAlreadyExistsException twice) {
        throw FormatException.in(tar, "tar", entry.getName(), Reason.DUPLICATE_KEY)
            .expected("a name of its own, or that of an earlier file or link")
            .found("that of a folder")
            .cause(twice)
            .build();
      }
    }
    while (content.read(buffer) >= 0) {
      // Content of what has none is skipped.
    }
  }

  /** Removes an earlier file or link: of entries with one name the last is meant. */
  private void replace(Path path) throws IOException {
    if (files.remove(path.toString())) {
      Files.delete(path);
      odd.remove(path);
    }
  }

  /** Returns the odd members. */
  List<OddMember> odd() {
    return List.copyOf(odd.values());
  }

  private void file(Path path, TarArchiveEntry entry, Content content) throws IOException {
    room.require(entry.getRealSize());
    replace(path);
    try (OutputStream out =
        Channels.newOutputStream(
            NamedChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        room.wrote(count);
        out.write(buffer, 0, count);
      }
    }
    int mode = entry.getMode() & MODE_BITS;
    if (OddMember.isSetId(mode)) {
      odd.put(path, OddMember.setId(entry.getName(), mode));
    }
    FileModes.set(path, mode);
    time(path, entry.getLastModifiedTime());
  }

  private void link(Path path, TarArchiveEntry entry) throws IOException {
    String to = entry.getLinkName();
    if (to.isEmpty() || to.indexOf(NO_TEXT) >= 0 || to.indexOf('\0') >= 0) {
      throw unsafe(entry.getName(), to);
    }
    if (OddMember.leadsOutside(root.relativize(path).toString(), to)) {
      odd.put(path, OddMember.link(entry.getName(), to));
    }
    replace(path);
    Files.createSymbolicLink(path, root.getFileSystem().getPath(to));
    time(path, entry.getLastModifiedTime());
  }

  private void hardLink(Path path, TarArchiveEntry entry) throws IOException {
    Path other = path(entry.getLinkName(), entry.getName());
    boolean unpacked =
        made.contains(other.getParent()) && Files.isRegularFile(other, LinkOption.NOFOLLOW_LINKS);
    if (!unpacked) {
      throw FormatException.in(tar, "tar", entry.getName(), Reason.NOT_FOUND)
          .expected("a hard link to a file that comes before it")
          .found("one to \"%s\"".formatted(entry.getLinkName()))
          .build();
    }
    if (!path.equals(other)) {
      replace(path);
      Files.createLink(path, other);
    }
  }

  /**
   * Makes a folder and those above it, each of them a real one.
   *
   * @param time the time of those that have no entry, so that two runs give the same
   */
  private void folder(Path folder, FileTime time) throws IOException {
    if (made.contains(folder)) {
      return;
    }
    folder(Objects.requireNonNull(folder.getParent()), time);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw FormatException.in(tar, "tar", root.relativize(folder).toString(), Reason.UNSAFE_PATH)
          .expected("a folder")
          .found("an earlier entry that is a file or link")
          .build();
    }
    Files.createDirectory(folder);
    made.add(folder);
    folders.put(folder, new Folder(FileModes.NONE, time));
  }

  private Path path(String name, String entry) throws FormatException {
    if (name.indexOf(NO_TEXT) >= 0) {
      throw unsafe(entry, name);
    }
    if (name.startsWith("/")) {
      throw unsafe(entry, name);
    }
    Path path = root;
    for (String part : name.split("/", -1)) {
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      path = path.resolve(part(part, name, entry));
    }
    return path;
  }

  /** A part of a name that is just that on this system, too, where {@code C:} may be a drive. */
  private Path part(String part, String name, String entry) throws FormatException {
    try {
      Path path = root.getFileSystem().getPath(part);
      if (!part.equals("..")
          && !path.isAbsolute()
          && path.getRoot() == null
          && path.getNameCount() == 1
          && path.toString().equals(part)) {
        return path;
      }
    } catch (InvalidPathException impossible) {
      FormatException failure = unsafe(entry, name);
      failure.addSuppressed(impossible);
      throw failure;
    }
    throw unsafe(entry, name);
  }

  private FormatException unsafe(String entry, String name) {
    return FormatException.in(tar, "tar", entry, Reason.UNSAFE_PATH)
        .expected("a name in UTF-8 that stays within the folder")
        .found("\"" + name + "\"")
        .build();
  }

  private FormatException unsupported(TarArchiveEntry entry) {
    boolean special = entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO();
    return FormatException.in(tar, "tar", entry.getName(), Reason.BAD_VALUE)
        .expected("files, folders and links")
        .found(
            special
                ? "a device or pipe"
                : "an entry of kind %d".formatted(entry.getLinkFlag() & 0xff))
        .build();
  }

  /** Gives folders their modes and times, the innermost first. */
  void finish(Progress progress) throws IOException {
    for (Map.Entry<Path, Folder> each : folders.reversed().entrySet()) {
      progress.step(0);
      Folder folder = each.getValue();
      if (!each.getKey().equals(root) && folder.mode() != FileModes.NONE) {
        FileModes.set(each.getKey(), folder.mode());
      }
      time(each.getKey(), folder.time());
    }
  }

  private static void time(Path path, FileTime time) throws IOException {
    try {
      Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setTimes(time, null, null);
    } catch (IllegalArgumentException impossible) {
      throw new FileSystemException(path.toString(), null, "the time " + time + " is impossible");
    }
  }
}
