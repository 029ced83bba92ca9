package org.kpackworkbench.model.analysis.verify.rules;

/** Each row's {@code ordinal} is below the number of blobs. */
public final class OrdinalInRange extends RowRule {
  public OrdinalInRange() {
    super(
        "archive-ordinal",
        "Each row names a blob that there is.",
        "A loader gets no code object for this row; write the archive anew.");
  }

  @Override
  Kind kind() {
    return Kind.ORDINAL;
  }
}
