package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written under another name beside its target, and takes the target's name only
 * when it is whole.
 *
 * <p>Until {@link #commit} the target is as it was, and after a failure, a cancellation or the end
 * of the process it still is. A process that is killed leaves its temporary file behind; its name,
 * {@code .TARGET.kpack-workbench-PID-ID.part}, says whose it is, and the next writer of the same
 * target removes it when that process is gone. Of a very long name only the beginning is used.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReplacingFile implements AutoCloseable {
  private static final String MARK = ".kpack-workbench-";
  private static final String SUFFIX = ".part";
  private static final String LEFT = "(\\d{1,18})-[0-9a-f]{8}\\.part(?:\\.old)?";
  private static final int LONG_NAME_BYTES = 200;
  private static final int LONG_NAME_CHARS = 50;

  private final Path target;
  private final Path temporary;
  private final boolean replace;
  private final FileChannel channel;
  private final boolean compare;
  private boolean committed;
  private boolean there;

  private ReplacingFile(
      Path target, Path temporary, boolean replace, boolean compare, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.replace = replace;
    this.compare = compare;
    this.channel = channel;
  }

  /**
   * Starts a file.
   *
   * @param target what it is to become; a link of that name is replaced, never followed
   * @param replace whether a file that is there already may be replaced
   * @throws FileAlreadyExistsException if it is there and may not be
   * @throws IOException if the folder is missing or cannot be written, or the target is no file
   */
  public static ReplacingFile create(Path target, boolean replace) throws IOException {
    Path absolute = target.toAbsolutePath();
    checkFree(absolute, replace);
    removeLeft(absolute.getParent(), Pattern.quote(prefix(absolute)));
    return start(absolute, replace, false);
  }

  /**
   * Starts a file as {@link #create} does. One that is there and may not be replaced is compared
   * with what was written: the same is left alone, see {@link #wasThere}, and anything else is
   * refused by {@link #commit}.
   */
  public static ReplacingFile createUnlessSame(Path target, boolean replace) throws IOException {
    boolean compare =
        !replace && Files.isRegularFile(target.toAbsolutePath(), LinkOption.NOFOLLOW_LINKS);
    Path absolute = target.toAbsolutePath();
    checkFree(absolute, replace || compare);
    removeLeft(absolute.getParent(), Pattern.quote(prefix(absolute)));
    return start(absolute, replace, compare);
  }

  /**
   * Starts one of many files in a folder. Other than {@link #create} does, it does not look for
   * what a killed process left: {@link #removeLeft} does that once for all.
   *
   * @throws IOException as {@link #create}
   */
  public static ReplacingFile createInFolder(Path target, boolean replace) throws IOException {
    Path absolute = target.toAbsolutePath();
    checkFree(absolute, replace);
    return start(absolute, replace, false);
  }

  /**
   * Returns the file that a change in place writes: where the file's name is a link, the file that
   * it leads to, so that the link stays one.
   */
  public static Path inPlace(Path file) throws IOException {
    return Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
  }

  /**
   * Returns the file to write for an output that may be the input.
   *
   * @param input the file that is read
   * @param output the file that is written; one of the input's own name is changed in place
   */
  public static Path inPlace(Path input, Path output) throws IOException {
    boolean same = input.toAbsolutePath().normalize().equals(output.toAbsolutePath().normalize());
    return same ? inPlace(output) : output;
  }

  private static ReplacingFile start(Path absolute, boolean replace, boolean compare)
      throws IOException {
    Path temporary = workFile(absolute);
    FileChannel channel =
        NamedChannel.open(
            temporary,
            absolute,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    return new ReplacingFile(absolute, temporary, replace, compare, channel);
  }

  /**
   * A name beside a file, for what belongs to work on it; files of that name that a killed process
   * left are removed as temporary files are.
   */
  public static Path workFile(Path target) {
    // No secret, so that no source of secrets has to be opened first.
    String id =
        Integer.toHexString(ThreadLocalRandom.current().nextInt(0x1000_0000, Integer.MAX_VALUE));
    return target.resolveSibling(
        prefix(target) + ProcessHandle.current().pid() + "-" + id + SUFFIX);
  }

  /** Removes what processes that are gone have left in a folder, whatever it was to become. */
  public static void removeLeft(Path folder) throws IOException {
    removeLeft(folder, "\\..+" + Pattern.quote(MARK));
  }

  /** The file that it is to become. */
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
   * @throws FileAlreadyExistsException if something has taken the name meanwhile and may not be
   *     replaced
   */
  public void commit() throws IOException {
    channel.close();
    if (compare && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      if (Files.mismatch(temporary, target) >= 0) {
        throw new FileAlreadyExistsException(target.toString(), null, "with other content");
      }
      there = true;
      return;
    }
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
    if (compare
        && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
        && FileModes.of(target) != mode) {
      throw new FileAlreadyExistsException(target.toString(), null, "with another mode");
    }
    FileModes.set(temporary, mode);
    Files.setLastModifiedTime(temporary, modified);
    commit();
    if (!there) {
      // A file that was replaced has lent its own mode.
      FileModes.set(target, mode);
    }
  }

  /** Whether {@link #commit} found the same file there, and left it alone. */
  public boolean wasThere() {
    return there;
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
    if (Files.isSymbolicLink(target) && isOfSystem(target.getParent())) {
      throw new FileSystemException(
          target.toString(), null, "it belongs to the system; - is standard output");
    }
  }

  /** Whether links in a folder are those of devices and open files, as /dev/stdout is one. */
  private static boolean isOfSystem(@Nullable Path folder) throws IOException {
    Path real = folder == null ? Path.of("/") : folder.toRealPath();
    return real.equals(Path.of("/dev")) || real.startsWith("/proc");
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
    if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      FileModes.set(temporary, FileModes.of(target));
    }
  }

  /** How names of files for a target begin. */
  private static String prefix(Path target) {
    String name = String.valueOf(target.getFileName());
    if (name.getBytes(StandardCharsets.UTF_8).length > LONG_NAME_BYTES) {
      boolean pair = Character.isHighSurrogate(name.charAt(LONG_NAME_CHARS - 1));
      name = name.substring(0, pair ? LONG_NAME_CHARS - 1 : LONG_NAME_CHARS);
    }
    return "." + name + MARK;
  }

  private static void removeLeft(@Nullable Path folder, String prefix) throws IOException {
    if (folder == null) {
      return;
    }
    Pattern name = Pattern.compile(prefix + LEFT);
    try (DirectoryStream<Path> siblings = Files.newDirectoryStream(folder)) {
      for (Path sibling : siblings) {
        Matcher matcher = name.matcher(String.valueOf(sibling.getFileName()));
        if (matcher.matches()
            && isGone(Long.parseLong(matcher.group(1)))
            && !Files.isDirectory(sibling, LinkOption.NOFOLLOW_LINKS)) {
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
