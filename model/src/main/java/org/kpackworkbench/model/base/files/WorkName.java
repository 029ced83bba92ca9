package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files and folders at work: {@code .NAME.kpack-workbench-PID-ID} and an ending. They say
 * whose they are, so that files of a killed process can be distinguished from files in use.
 *
 * @param of the name of what it is for, which may be shortened
 * @param pid the process that made it
 * @param ending how it ends, with a dot
 */
public record WorkName(String of, long pid, String ending) {
  private static final String MARK = ".kpack-workbench-";
  private static final int MOST_NAME_CHARS = 60;
  private static final Pattern NAME =
      Pattern.compile(
          "\\.(?<of>.*)"
              + Pattern.quote(MARK)
              + "(?<pid>\\d{1,18})-[0-9a-f]{8}(?<ending>\\.\\w+(?:\\.old)?)");

  /** The beginning of a new one's name, without its ending. */
  static String start(String of) {
    // It need not be hard to guess: what has the name already is never taken.
    int number = ThreadLocalRandom.current().nextInt(0x1000_0000, Integer.MAX_VALUE);
    String id = Integer.toHexString(number);
    return "." + of + MARK + ProcessHandle.current().pid() + "-" + id;
  }

  /** A name for something that is never looked for by name. */
  static String shortened(String of) {
    return of.length() <= MOST_NAME_CHARS ? of : of.substring(0, MOST_NAME_CHARS);
  }

  /** Reads a name; empty if it is none. */
  static Optional<WorkName> of(Path path) {
    return of(String.valueOf(path.getFileName()));
  }

  /** Reads a file name; empty if it is no work name. */
  public static Optional<WorkName> of(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    return matcher.matches()
        ? Optional.of(
            new WorkName(
                matcher.group("of"), Long.parseLong(matcher.group("pid")), matcher.group("ending")))
        : Optional.empty();
  }

  /** Returns what processes that are gone have left in a folder, under names that end so. */
  static List<Path> leftIn(Path folder, Set<String> endings) throws IOException {
    List<Path> left = FolderList.of(folder, ".*");
    left.removeIf(
        child ->
            of(child).filter(name -> endings.contains(name.ending()) && name.left()).isEmpty());
    return left;
  }

  /** Whether the process that made it has ended. */
  public boolean left() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }

  /**
   * Files and folders at work that killed runs of this program left in a folder, whatever they were
   * to become. Those of processes that are alive are never touched.
   */
  public static final class Leftovers {
    private static final Set<String> ENDINGS =
        Set.of(".part", ".part.old", ".work", ".spool", StagedTree.OLD);

    private static final String KILLED = "a run that was killed";

    private Leftovers() {}

    /**
     * Removes them. A tree that was put aside to be replaced gets its name back where nothing has
     * it.
     *
     * @param folder the folder; nothing happens where it is none, or may not be read
     * @return what was done, a sentence each
     */
    public static List<String> removeIn(Path folder) throws IOException {
      List<String> done = new ArrayList<>();
      if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        return done;
      }
      for (Path each : left(folder)) {
        try {
          remove(each).ifPresent(done::add);
        } catch (FileSystemException ofAnother) {
          // In folders that are everybody's each removes their own; verification names the rest.
          continue;
        }
      }
      return done;
    }

    private static List<Path> left(Path folder) throws IOException {
      try {
        return leftIn(folder, ENDINGS);
      } catch (AccessDeniedException closed) {
        // What cannot be seen cannot be removed; a write to it then fails with the reason.
        return List.of();
      }
    }

    private static Optional<String> remove(Path left) throws IOException {
      WorkName name = WorkName.of(left).orElseThrow();
      Path target = left.resolveSibling(name.of());
      if (name.ending().equals(StagedTree.OLD)
          && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(left, target, StandardCopyOption.ATOMIC_MOVE);
        return Optional.of("Put back %s, which %s had set aside.".formatted(target, KILLED));
      }
      if (Files.isDirectory(left, LinkOption.NOFOLLOW_LINKS) && !Files.isWritable(left)) {
        return Optional.empty();
      }
      TreeDeletion.delete(left);
      return Optional.of("Removed %s, unfinished work of %s.".formatted(left, KILLED));
    }
  }
}
