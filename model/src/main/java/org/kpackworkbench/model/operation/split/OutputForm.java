package org.kpackworkbench.model.operation.split;

/** What artifacts are written as. */
public enum OutputForm {
  /** Folders. */
  FOLDER(""),
  /** Packed, {@code NAME.tar.zst}. */
  TAR_ZST(".tar.zst");

  private final String ending;

  OutputForm(String ending) {
    this.ending = ending;
  }

  /** What is added to an artifact's name. */
  public String ending() {
    return ending;
  }
}
