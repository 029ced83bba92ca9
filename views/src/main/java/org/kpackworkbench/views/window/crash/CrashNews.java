package org.kpackworkbench.views.window.crash;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An error in the program, as shown to the user.
 *
 * @param what what was thrown, in one line
 * @param report the whole report; empty if the same was reported before
 * @param file where the report lies; null if there is none
 * @param unwritten why it could not be written; empty if it was
 * @param attach what a report should have attached
 * @param times how often it happened since the start
 */
public record CrashNews(
    String what, String report, @Nullable Path file, String unwritten, String attach, int times) {

  /** Title in the window. */
  public static final String TITLE = "Something went wrong in the program";

  /** Whether there is something to read. */
  public boolean hasReport() {
    return !report.isEmpty();
  }

  /** In a sentence or two. */
  public String inShort() {
    String again = times > 1 ? " (%d times)".formatted(times) : "";
    return TITLE
        + again
        + ". The window stays open"
        + (file == null ? "." : "; a report was written.");
  }
}
