package org.kpackworkbench.views.format.text;

import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.kit.dialog.MessageBar;

/**
 * Something that is wrong with a text.
 *
 * @param severity how much it matters
 * @param line where, from 1
 * @param column where in the line, from 1
 * @param where the keys that lead there; may be empty
 * @param message what was found, in a sentence
 * @param advice what to do; may be empty
 */
record TextProblem(
    MessageBar.Severity severity,
    int line,
    int column,
    String where,
    String message,
    String advice) {

  String word() {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case INFO -> "note";
    };
  }

  KpackIcon icon() {
    return switch (severity) {
      case ERROR -> KpackIcon.ERROR;
      case WARNING -> KpackIcon.WARNING;
      case INFO -> KpackIcon.INFO;
    };
  }

  /** All of it in a line. */
  String sentence() {
    return "%s: %s%s%s"
        .formatted(
            word(),
            where.isEmpty() ? "" : where + ": ",
            message,
            advice.isEmpty() ? "" : ". " + advice);
  }
}
