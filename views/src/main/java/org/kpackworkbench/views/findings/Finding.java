package org.kpackworkbench.views.findings;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteRange;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.dialog.ErrorText;
import org.kpackworkbench.views.extend.OpenedFile;

/**
 * Something that is wrong with a file.
 *
 * @param severity how bad it is
 * @param what what is wrong, in a sentence
 * @param fileOffset where, or -1
 * @param facts what was expected and found; may be empty
 * @param advice what to do; may be empty
 * @param place where a click leads
 */
record Finding(
    Severity severity, String what, long fileOffset, String facts, String advice, Place place) {

  /** How bad it is. */
  enum Severity {
    ERROR,
    WARNING;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Bytes that are not what their format says. */
  static Finding of(FormatException problem, OpenedFile file, @Nullable Place nearest) {
    ErrorText text = ErrorText.of(problem);
    StringBuilder facts = new StringBuilder();
    String expected = problem.expected();
    String found = problem.found();
    if (expected != null) {
      facts.append("expected ").append(expected);
    }
    if (found != null) {
      facts.append(facts.isEmpty() ? "found " : ", found ").append(found);
    }
    String advice = problem.advice();
    return new Finding(
        Severity.ERROR,
        text.what(),
        problem.fileOffset(),
        facts.toString(),
        advice == null ? "" : advice,
        place(problem, file, nearest));
  }

  private static Place place(FormatException problem, OpenedFile file, @Nullable Place nearest) {
    long size = file.bytes().size();
    if (problem.fileOffset() >= 0 && size > 0) {
      long offset = Math.min(problem.fileOffset(), size - 1);
      return new Place.Bytes(file.place(), new ByteRange(offset, 1));
    }
    return nearest == null ? file.place() : nearest;
  }
}
