package org.kpackworkbench.model.operation.restore;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A place where an archive was looked for.
 *
 * @param pattern the marker's search path
 * @param path where that leads; null where it cannot name a file
 * @param result what is there
 */
public record SearchedPath(String pattern, @Nullable Path path, Result result) {

  /** What is at a place. */
  public enum Result {
    USED("used"),
    NOT_FOUND("nothing is there"),
    NOT_A_FILE("no regular file"),
    OTHER_BINARIES("an archive with nothing for this binary"),
    NO_PATH("not a path that can be followed");

    private final String words;

    Result(String words) {
      this.words = words;
    }

    /** What is there, in words for people. */
    public String words() {
      return words;
    }
  }

  @Override
  public String toString() {
    return "%s: %s".formatted(path == null ? pattern : path, result.words());
  }
}
