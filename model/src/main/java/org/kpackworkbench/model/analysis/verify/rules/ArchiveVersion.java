package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Header and table state version 1. */
public final class ArchiveVersion extends OpeningRule {
  public ArchiveVersion() {
    super(
        "archive-version",
        "Header and table of contents state version 1.",
        "Another version needs a newer program; loaders answer with error 4.");
  }

  @Override
  boolean concerns(FormatException failure) {
    return failure.reason() == Reason.UNSUPPORTED_VERSION;
  }
}
