package org.kpackworkbench.model.analysis.verify.rules;

/** Each blob that a row names lies inside the file, and a frame is not too small to be one. */
public final class BlobInFile extends RowRule {
  public BlobInFile() {
    super(
        "archive-blob-bounds",
        "Each blob lies inside the file.",
        "The file may have been cut off, or the table was changed without it.");
  }

  @Override
  Kind kind() {
    return Kind.BOUNDS;
  }
}
