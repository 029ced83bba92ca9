package org.kpackworkbench.model.analysis.verify.rules;

/** No absolute path, {@code ..} or backslash in a key. */
public final class KeysSafe extends RowRule {
  public KeysSafe() {
    super(
        "archive-unsafe-key",
        "Keys are relative paths with / between their parts, and without '..'.",
        "Somebody who unpacks the archive by these names would write elsewhere; rename the binary.");
  }

  @Override
  Kind kind() {
    return Kind.UNSAFE;
  }
}
