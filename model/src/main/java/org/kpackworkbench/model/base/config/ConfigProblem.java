package org.kpackworkbench.model.base.config;

/**
 * Something that is wrong with a configuration, or should be known about it.
 *
 * @param severity with an error it cannot be used; notes are no reason to look again
 * @param line where, from 1
 * @param column where in the line, from 1
 * @param path the keys that lead there, with dots, {@code artifacts.blas.type}; empty for the text
 * @param message what was found, in a sentence
 * @param advice what to do; may be empty
 */
public record ConfigProblem(
    Severity severity, int line, int column, String path, String message, String advice) {
  /** How much it matters. */
  public enum Severity {
    ERROR,
    WARNING,
    NOTE
  }

  /** Where, with its name: {@code FILE:12:3: artifacts.blas: …}. */
  public String in(String file) {
    return "%s:%d:%d: %s%s%s"
        .formatted(
            file,
            line,
            column,
            path.isEmpty() ? "" : path + ": ",
            message,
            advice.isEmpty() ? "" : ". " + advice);
  }
}
