package org.kpackworkbench.app.crash;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An unexpected failure, as it is reported.
 *
 * @param what what was thrown, in one line
 * @param report the text of the report; empty if the failure was reported before
 * @param file where the report lies; null if there is none, or it could not be written
 * @param unwritten why it could not be written; empty if it was, or was reported before
 * @param times how often this happened in this run
 */
public record Crash(String what, String report, @Nullable Path file, String unwritten, int times) {

  /** For standard error. */
  public String inOneLine() {
    String about = "this is an error in the program: " + what + ". ";
    if (file != null) {
      return about + "Please report it; what to attach is in " + file;
    }
    return unwritten.isEmpty() ? about : about + "A report could not be written: " + unwritten;
  }
}
