package org.kpackworkbench.model.format.codeobject;

/**
 * Something about targets that does not agree.
 *
 * @param kind what was compared
 * @param sentence what differs, in a sentence for people
 */
public record TargetMismatch(Kind kind, String sentence) {

  /** What was compared. */
  public enum Kind {
    /** The target it is filed under and the one that the code object states. */
    FILED_AND_STATED,
    /** The code object's flags and its metadata. */
    FLAGS_AND_METADATA
  }
}
