package org.kpackworkbench.model.pack;

import java.nio.file.Path;

/**
 * Something about a file that whoever packs it should know.
 *
 * @param severity notes are no reason to look again
 * @param rule a name for programs, such as {@code no-wrappers}
 * @param file which file
 * @param message what was found, in a sentence
 * @param advice what to do; may be empty
 */
public record Finding(Severity severity, String rule, Path file, String message, String advice) {
  /** How much it matters. */
  public enum Severity {
    ERROR,
    WARNING,
    NOTE
  }
}
