package org.kpackworkbench.model.base.finding;

import java.nio.file.Path;
import org.kpackworkbench.model.base.place.Place;

/**
 * Something that a rule found.
 *
 * @param severity how bad it is
 * @param rule the rule's name
 * @param place what it is about; a whole file where it is about nothing smaller
 * @param fileOffset where in the file it is; -1 if it has no offset. Of something in a decompressed
 *     code object, where that is stored
 * @param message what was found and what was expected, in words
 * @param advice what to do about it
 * @param evidence what it rests on, apart from the words
 */
public record Finding(
    Severity severity,
    String rule,
    Place place,
    long fileOffset,
    String message,
    String advice,
    Evidence evidence) {

  /** A finding that says all in its words. */
  public Finding(
      Severity severity, String rule, Place place, long fileOffset, String message, String advice) {
    this(severity, rule, place, fileOffset, message, advice, Evidence.NONE);
  }

  /** The file. */
  public Path file() {
    return place.file();
  }

  /**
   * Returns the place in the file that the finding is about, e.g. {@code lib/libtest.so#0 @
   * gfx900}; empty for the file.
   */
  public String placeText() {
    return place.wayText();
  }

  /** One line for people, without the file. */
  public String line() {
    return lineWithoutAdvice() + (advice.isEmpty() ? "" : " " + advice);
  }

  /** One line for people, without the file and what to do. */
  public String lineWithoutAdvice() {
    String where = placeText();
    return severity.word()
        + " ["
        + rule
        + "]"
        + (fileOffset < 0 ? "" : " at 0x" + Long.toHexString(fileOffset))
        + (where.isEmpty() ? "" : ", " + where)
        + ": "
        + message;
  }
}
