package org.kpackworkbench.model.operation.output;

import java.nio.file.Path;

/**
 * Something about a file that whoever packs it should know.
 *
 * @param severity how much it matters
 * @param rule a name for programs, such as {@code no-wrappers}
 * @param file which file
 * @param message what was found, in a sentence
 * @param advice what to do; may be empty
 */
public record Finding(Severity severity, String rule, Path file, String message, String advice) {
  /** How much it matters. */
  public enum Severity {
    /** Something that was asked for was not done, or not found. */
    ERROR,
    /** All was done, and somebody should look at what came of it. */
    WARNING,
    /** No reason to look again. */
    NOTE
  }
}
