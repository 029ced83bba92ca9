package org.kpackworkbench.model.analysis.verify.rules;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/** What ended the chain of frames early, if anything. */
record StoredDamage(@Nullable StoredBlobs blobs) {

  /** Whether a row's problem is that its frame lies behind the damage. */
  boolean isIt(FormatException problem) {
    FormatException damage = blobs == null ? null : blobs.damage();
    return damage != null
        && damage.structure().equals(problem.structure())
        && damage.field().equals(problem.field())
        && damage.fileOffset() == problem.fileOffset();
  }
}
