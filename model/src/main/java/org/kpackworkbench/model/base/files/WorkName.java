package org.kpackworkbench.model.base.files;

import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files and folders at work: {@code .NAME.kpack-workbench-PID-ID} and an ending. They say
 * whose they are, so that what a killed process left is told from what is in use.
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
    String id = UUID.randomUUID().toString().substring(0, 8);
    return "." + of + MARK + ProcessHandle.current().pid() + "-" + id;
  }

  /** A name for something that is never looked for by name. */
  static String shortened(String of) {
    return of.length() <= MOST_NAME_CHARS ? of : of.substring(0, MOST_NAME_CHARS);
  }

  /** Reads a name; empty where it is none. */
  static Optional<WorkName> of(Path path) {
    return of(String.valueOf(path.getFileName()));
  }

  /** The same of a name alone. */
  public static Optional<WorkName> of(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    return matcher.matches()
        ? Optional.of(
            new WorkName(
                matcher.group("of"), Long.parseLong(matcher.group("pid")), matcher.group("ending")))
        : Optional.empty();
  }

  /** Whether the process that made it has ended. */
  public boolean left() {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }
}
