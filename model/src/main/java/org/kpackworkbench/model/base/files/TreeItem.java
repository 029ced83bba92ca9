package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Something in a tree.
 *
 * @param source where it is
 * @param path its path below the tree's root, with {@code /}; names are {@link SystemText#escaped}
 * @param kind what it is; links are never followed
 * @param sizeBytes a file's size, else 0
 */
public record TreeItem(Path source, String path, Kind kind, long sizeBytes) {
  /** The view of attributes that files in a file have. */
  public static final String MEMBERS_VIEW = "members";

  /** The kinds of items in a tree. */
  public enum Kind {
    /** A folder. */
    FOLDER,
    /** A symbolic link, whatever it leads to. */
    LINK,
    /** A regular file. */
    FILE,
    /** A device, pipe or socket. */
    SPECIAL
  }

  /** Takes what cannot be read. */
  @FunctionalInterface
  public interface Unreadable {
    /**
     * Goes on without it, or throws.
     *
     * @param path the file or folder
     */
    void skip(Path path, IOException reason) throws IOException;
  }

  /** Everything below a folder, in one order on every machine; folders before what is in them. */
  public static List<TreeItem> below(Path root, Progress progress) throws IOException {
    return below(
        root,
        (path, reason) -> {
          throw reason;
        },
        progress);
  }

  /**
   * Lists everything below a folder, in one order on every machine; passes on what cannot be read
   * instead of giving up.
   *
   * @param unreadable receives each folder and file that cannot be read, or not named
   * @param progress advanced by one for each name
   */
  public static List<TreeItem> below(Path root, Unreadable unreadable, Progress progress)
      throws IOException {
    List<TreeItem> items = new ArrayList<>();
    add(root, "", items, unreadable, progress);
    return items;
  }

  /**
   * Everything below a folder but files and folders that cannot be opened: a copy of such a folder
   * could not be read again.
   *
   * @param unreadable receives each folder and file that cannot be read, but not the root
   * @param progress advanced by one for each name
   * @throws IOException if the root cannot be read
   */
  public static List<TreeItem> readable(Path root, Unreadable unreadable, Progress progress)
      throws IOException {
    List<TreeItem> readable = new ArrayList<>();
    Set<Path> closed = new HashSet<>();
    Unreadable below =
        (path, reason) -> {
          if (path.equals(root)) {
            throw reason;
          }
          closed.add(path);
          unreadable.skip(path, reason);
        };
    for (TreeItem item : below(root, below, progress)) {
      if (closed.contains(item.source())) {
        continue;
      }
      // Members of packages have no permissions, and opening one may unpack it.
      boolean opened =
          item.kind() == Kind.FILE
              && item.source().getFileSystem().equals(FileSystems.getDefault());
      if (!opened) {
        readable.add(item);
        continue;
      }
      try (FileChannel file = FileChannel.open(item.source(), StandardOpenOption.READ)) {
        readable.add(item);
      } catch (IOException failure) {
        unreadable.skip(item.source(), failure);
      }
    }
    return readable;
  }

  /** A tree of one file. */
  public static TreeItem file(Path file, String name) throws IOException {
    return new TreeItem(file, name, Kind.FILE, Files.size(file));
  }

  private static void add(
      Path folder, String prefix, List<TreeItem> items, Unreadable unreadable, Progress progress)
      throws IOException {
    List<Path> children = new ArrayList<>();
    try {
      FolderList.of(folder).forEach(children::add);
    } catch (IOException failure) {
      unreadable.skip(folder, failure);
    }
    children.sort(Comparator.comparing(TreeItem::name));
    for (Path child : children) {
      progress.step(1);
      TreeItem item;
      try {
        item = item(child, prefix + name(child));
      } catch (IOException failure) {
        unreadable.skip(child, failure);
        continue;
      }
      items.add(item);
      if (item.kind() == Kind.FOLDER) {
        add(child, item.path() + "/", items, unreadable, progress);
      }
    }
  }

  private static String name(Path child) {
    return SystemText.escaped(Objects.requireNonNull(child.getFileName()));
  }

  private static TreeItem item(Path child, String path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      return new TreeItem(child, path, Kind.LINK, 0);
    }
    if (attributes.isDirectory()) {
      return new TreeItem(child, path, Kind.FOLDER, 0);
    }
    return attributes.isRegularFile()
        ? new TreeItem(child, path, Kind.FILE, attributes.size())
        : new TreeItem(child, path, Kind.SPECIAL, 0);
  }

  /** Where a link leads, as it is written: also of one that is in a file which holds files. */
  public String linkTarget() throws IOException {
    // There, a path from the top would begin with that file's own.
    return source.getFileSystem().supportedFileAttributeViews().contains(MEMBERS_VIEW)
        ? String.valueOf(
            Files.getAttribute(source, MEMBERS_VIEW + ":linkTarget", LinkOption.NOFOLLOW_LINKS))
        : SystemText.escaped(Files.readSymbolicLink(source));
  }

  /** Where it is below another root. */
  public Path in(Path root) {
    return SystemText.below(root, path);
  }

  /** A search path from the file's folder to something at the tree's root. */
  public String toRoot(String name) {
    return "../".repeat((int) path.chars().filter(c -> c == '/').count()) + name;
  }
}
