package org.kpackworkbench.model.analysis.verify.rules;

/** No key stands twice. */
public final class KeysOnce extends RowRule {
  public KeysOnce() {
    super(
        "archive-duplicate-key",
        "Each binary stands once in the table, and each target once below it.",
        "Loaders find one of the two, and not all the same one; remove the other.");
  }

  @Override
  Kind kind() {
    return Kind.DUPLICATE;
  }
}
