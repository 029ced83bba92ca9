package org.kpackworkbench.model.format.codeobject;

/** What a code object's flags say about a target feature; the order is that of the V4 encoding. */
public enum FeatureState {
  UNSUPPORTED("not supported"),
  ANY("any"),
  OFF("off"),
  ON("on");

  private final String words;

  FeatureState(String words) {
    this.words = words;
  }

  /** In words, as a view shows it. */
  public String words() {
    return words;
  }

  /** The state that two bits of V4 flags encode. */
  static FeatureState ofV4(int bits) {
    return values()[bits & 3];
  }
}
