package org.kpackworkbench.model.operation.restore;

/** Where the bundles went. */
public enum RestorePlacement {
  /** Where {@code .hip_fatbin} lay in memory. */
  IN_PLACE("where it was in memory"),
  /** Into a segment of their own behind all others. */
  NEW_SEGMENT("in a new segment behind all others"),
  /** Nowhere: the file was copied. */
  NONE("nowhere");

  private final String words;

  RestorePlacement(String words) {
    this.words = words;
  }

  /** Where it went, in words for people. */
  public String words() {
    return words;
  }
}
