package org.kpackworkbench.model.analysis.diff;

/** What came of a comparison as a whole. */
public enum Outcome {
  /** Every byte was compared and is the same. */
  IDENTICAL("identical"),
  /** All contents were compared and are the same; the files around them need not be. */
  SAME("same contents"),
  /** Nothing is known to differ; contents have not been compared. */
  NOT_COMPARED("contents not compared"),
  /** Something differs. */
  DIFFERENT("different"),
  /** Nothing is known to differ; not everything could be read. */
  UNREADABLE("not all could be compared");

  private final String words;

  Outcome(String words) {
    this.words = words;
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** Whether bytes were compared and are the same. */
  public boolean isSame() {
    return this == IDENTICAL || this == SAME;
  }
}
