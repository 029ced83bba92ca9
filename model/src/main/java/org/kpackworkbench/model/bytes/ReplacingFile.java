package org.kpackworkbench.model.bytes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that is written under another name beside its target, and takes the target's name only
 * when it is whole.
 *
 * <p>Until {@link #commit} the target is as it was, and after a failure, a cancellation or the end
 * of the process it still is. A process that is killed leaves its temporary file behind; its name,
 * {@code .TARGET.kpack-workbench-PID-ID.part}, says whose it is, and the next writer of the same
 * target removes it when that process is gone.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReplacingFile implements AutoCloseable {
  private static final String MARK = ".kpack-workbench-";
  private static final String SUFFIX = ".part";

  private final Path target;
  private final Path temporary;
  private final boolean replace;
  private final FileChannel channel;
  private boolean committed;

  private ReplacingFile(Path target, Path temporary, boolean replace, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.replace = replace;
    this.channel = channel;
  }

  /**
   * Starts a file.
   *
   * @param target what it is to become; a link is followed, and the file it leads to replaced
   * @param replace whether a file that is there already may be replaced
   * @throws FileAlreadyExistsException where it is there and may not be
   * @throws IOException where the folder is missing or cannot be written, or the target is no file
   */
  public static ReplacingFile create(Path target, boolean replace) throws IOException {
    Path real = Files.isSymbolicLink(target) && Files.exists(target) ? target.toRealPath() : target;
    Path absolute = real.toAbsolutePath();
    checkFree(absolute, replace);
    removeStale(absolute);
    Path temporary =
        absolute.resolveSibling(
            "."
                + absolute.getFileName()
                + MARK
                + ProcessHandle.current().pid()
                + "-"
                + UUID.randomUUID().toString().substring(0, 8)
                + SUFFIX);
    FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    return new ReplacingFile(absolute, temporary, replace, channel);
  }

  /** The file that it is to become; links were followed. */
  public Path target() {
    return target;
  }

  /** The temporary file, for reading back what was written. */
  public Path temporary() {
    return temporary;
  }

  /** Where to write. */
  public FileChannel channel() {
    return channel;
  }

  /**
   * Gives the file its name, at once and as a whole.
   *
   * @throws FileAlreadyExistsException where something has taken the name meanwhile and may not be
   *     replaced
   */
  public void commit() throws IOException {
    channel.close();
    checkFree(target, replace);
    if (replace) {
      keepPermissions();
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } else {
      moveToFreeName();
    }
    committed = true;
  }

  /**
   * Gives the file its name as {@link #commit} does, with another file's mode and time stamp.
   *
   * @param like the other file; may be the one that is replaced
   */
  public void commitAs(Path like) throws IOException {
    FileTime modified = Files.getLastModifiedTime(like);
    int mode = FileModes.of(like.toRealPath());
    FileModes.set(temporary, mode);
    Files.setLastModifiedTime(temporary, modified);
    commit();
    // A file that was replaced has lent its own mode.
    FileModes.set(target, mode);
  }

  /** Removes the temporary file where it was not committed. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (!committed) {
      Files.deleteIfExists(temporary);
    }
  }

  private static void checkFree(Path target, boolean replace) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      String what = Files.isDirectory(target) ? "it is a folder" : "it is not a regular file";
      throw new FileSystemException(target.toString(), null, what);
    }
    if (!replace) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  /** A link to a name fails where the name is taken; moving would silently replace. */
  private void moveToFreeName() throws IOException {
    try {
      Files.createLink(target, temporary);
      Files.delete(temporary);
    } catch (UnsupportedOperationException noLinks) {
      Files.move(temporary, target);
    } catch (FileAlreadyExistsException taken) {
      throw new FileAlreadyExistsException(target.toString());
    } catch (FileSystemException noLinksHere) {
      Files.move(temporary, target);
    }
  }

  private void keepPermissions() throws IOException {
    if (Files.exists(target)) {
      FileModes.set(temporary, FileModes.of(target));
    }
  }

  private static void removeStale(Path target) throws IOException {
    Pattern name =
        Pattern.compile(
            Pattern.quote("." + target.getFileName() + MARK)
                + "(\\d{1,18})-[0-9a-f]{8}"
                + Pattern.quote(SUFFIX)
                + "(?:\\.old)?");
    Path folder = target.getParent();
    if (folder == null) {
      return;
    }
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder)) {
      for (Path sibling : siblings) {
        Matcher matcher = name.matcher(String.valueOf(sibling.getFileName()));
        if (matcher.matches() && isGone(Long.parseLong(matcher.group(1)))) {
          Files.deleteIfExists(sibling);
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
  }

  private static boolean isGone(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }
}
