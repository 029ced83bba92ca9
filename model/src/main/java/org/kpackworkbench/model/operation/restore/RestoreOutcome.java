package org.kpackworkbench.model.operation.restore;

/** What came of putting device code back. */
public enum RestoreOutcome {
  /** All of it is back. */
  RESTORED("device code put back"),
  /** Some code objects were in no archive and are not in it. */
  RESTORED_PARTLY("device code put back, but for what no archive has"),
  /** Device code was in it already: copied byte for byte. */
  ALREADY_FAT("fat already, copied unchanged");

  private final String words;

  RestoreOutcome(String words) {
    this.words = words;
  }

  /** What was done, in words for people. */
  public String words() {
    return words;
  }
}
