package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** The first four bytes are {@code KPAK}. */
public final class ArchiveMagic extends OpeningRule {
  public ArchiveMagic() {
    super(
        "archive-magic",
        "An archive starts with the bytes KPAK.",
        "This is no .kpack archive, or its beginning was overwritten.");
  }

  @Override
  boolean concerns(FormatException failure) {
    return failure.reason() == Reason.WRONG_MAGIC;
  }
}
