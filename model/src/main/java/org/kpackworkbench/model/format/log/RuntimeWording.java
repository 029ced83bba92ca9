package org.kpackworkbench.model.format.log;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a runtime words a loader's answer, without the loader's own prefix. */
public enum RuntimeWording {
  /** Target, number of the error, binary. */
  DEVICE(
      "(?:Could not|Failed to) load device type specific kpack object for ISA (\\S+), err:"
          + " (\\d{1,9}), host binary: (.+)"),
  /** Binary. */
  NO_DEVICE(
      "Could not find device type specific kpack code objects for any available device from"
          + " binary: (.+)"),
  /** Number of the error. */
  CALL("kpack_load_code_object failed with error: (\\d{1,9})");

  private final Pattern pattern;

  RuntimeWording(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  /**
   * A line that is understood.
   *
   * @param parts what the wording lists, in groups from 1
   */
  public record Found(RuntimeWording wording, MatchResult parts) {}

  /** What a line says; null if it is none of a runtime's. */
  public static @Nullable Found in(String line) {
    if (!line.contains("kpack")) {
      return null;
    }
    for (RuntimeWording wording : values()) {
      Matcher matcher = wording.pattern.matcher(line);
      if (matcher.find()) {
        return new Found(wording, matcher);
      }
    }
    return null;
  }
}
