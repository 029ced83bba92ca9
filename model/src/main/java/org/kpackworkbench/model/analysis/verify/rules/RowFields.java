package org.kpackworkbench.model.analysis.verify.rules;

/** The fields of each row are there, once, and of the right kind. */
public final class RowFields extends RowRule {
  public RowFields() {
    super(
        "archive-row",
        "Each row states type, ordinal and original size, and the size is that of its blob.",
        "The table is damaged; get or write the archive anew.");
  }

  @Override
  Kind kind() {
    return Kind.FIELD;
  }
}
