package org.kpackworkbench.model.base.place;

/** The kinds of owners of a byte. Each has one colour and one pattern everywhere. */
public enum OwnerKind {
  HOST_CODE("host code"),
  HOST_DATA("host data"),
  DEVICE_CODE("device code"),
  COMPRESSED("compressed payload"),
  WRAPPER("wrapper"),
  MARKER("marker"),
  METADATA("metadata, tables"),
  ZERO_FILLED("zero-filled"),
  PADDING("padding"),
  UNOWNED("unowned"),
  PROBLEM("problem");

  private final String words;

  OwnerKind(String words) {
    this.words = words;
  }

  /** The kind in words, as a legend shows it. */
  public String words() {
    return words;
  }
}
