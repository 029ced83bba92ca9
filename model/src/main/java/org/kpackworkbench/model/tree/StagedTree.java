package org.kpackworkbench.model.tree;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder that is filled under another name beside its place and takes its name as a whole.
 *
 * <p>Until {@link #commit} whatever has the name is as it was. A process that is killed leaves the
 * half-filled folder behind under a name that says whose it is ({@code
 * .NAME.kpack-workbench-PID-ID.part}); the next one removes it. When it is killed at the very
 * moment when an old folder makes room for the new one, the old one is put back by the next.
 */
public final class StagedTree implements AutoCloseable {
  private static final String MARK = ".kpack-workbench-";
  private static final String NEW = ".part";
  private static final String OLD = ".old";

  private final Path target;
  private final Path staging;
  private final Path aside;
  private final boolean replace;
  private final NewFolders parents;
  private boolean committed;

  private StagedTree(Path target, String mark, boolean replace, NewFolders parents) {
    this.target = target;
    this.staging = target.resolveSibling(mark + NEW);
    this.aside = target.resolveSibling(mark + OLD);
    this.replace = replace;
    this.parents = parents;
  }

  /** Why a folder cannot be made there; nothing where it can. */
  public static void checkFree(Path target, boolean replace) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(target)) {
      throw new FileSystemException(
          target.toString(), null, "it is there already, and it is not a folder");
    }
    if (!replace && !isEmpty(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      return !children.iterator().hasNext();
    }
  }

  /**
   * Starts one.
   *
   * @param target its place; a link to a folder is followed
   */
  public static StagedTree create(Path target, boolean replace) throws IOException {
    Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath().normalize();
    Path name = real.getFileName();
    if (name == null) {
      throw new FileSystemException(target.toString(), null, "it cannot be replaced");
    }
    recover(real);
    checkFree(real, replace);
    NewFolders parents = new NewFolders();
    boolean made = false;
    try {
      parents.make(real.getParent());
      String mark =
          "."
              + name
              + MARK
              + ProcessHandle.current().pid()
              + "-"
              + UUID.randomUUID().toString().substring(0, 8);
      StagedTree tree = new StagedTree(real, mark, replace, parents);
      Files.createDirectory(tree.staging);
      made = true;
      return tree;
    } finally {
      if (!made) {
        parents.close();
      }
    }
  }

  /** The folder to fill. */
  public Path folder() {
    return staging;
  }

  /** Where it will be. */
  public Path target() {
    return target;
  }

  /** Gives the folder its name. */
  public void commit() throws IOException {
    checkFree(target, replace);
    boolean old = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (old) {
      Files.move(target, aside, StandardCopyOption.ATOMIC_MOVE);
    }
    boolean moved = false;
    try {
      Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
      moved = true;
    } finally {
      if (!moved && old) {
        Files.move(aside, target, StandardCopyOption.ATOMIC_MOVE);
      }
    }
    committed = true;
    parents.keep();
    if (old) {
      delete(aside);
    }
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      delete(staging);
      parents.close();
    }
  }

  /** Removes what processes that are gone have left, or puts it back. */
  private static void recover(Path target) throws IOException {
    Path parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return;
    }
    Pattern name =
        Pattern.compile(
            Pattern.quote("." + target.getFileName() + MARK)
                + "(\\d{1,18})-[0-9a-f]{8}(\\.part|\\.old)");
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent)) {
      for (Path sibling : siblings) {
        Matcher matcher = name.matcher(String.valueOf(sibling.getFileName()));
        if (!matcher.matches()
            || ProcessHandle.of(Long.parseLong(matcher.group(1)))
                .filter(ProcessHandle::isAlive)
                .isPresent()) {
          continue;
        }
        if (matcher.group(2).equals(OLD) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
          Files.move(sibling, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
          delete(sibling);
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
  }

  /** Deletes a tree; links are not followed. */
  private static void delete(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean posix = Files.getFileStore(tree).supportsFileAttributeView("posix");
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (posix) {
              // Of a folder that cannot be written nothing can be deleted.
              Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path folder, @org.jspecify.annotations.Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
