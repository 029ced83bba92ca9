package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

/** A compressed bundle decompresses to the size that it states, and is a bundle inside. */
public final class BundleUnpacks extends NamedRule<BundleSubject> {
  public BundleUnpacks() {
    super(
        BundleSubject.class,
        "bundle-unpacks",
        "A compressed bundle decompresses to a bundle of the size that it states.");
  }

  @Override
  public void check(BundleSubject bundle, Sink sink) {
    FormatException failure = bundle.unpackFailure();
    if (failure != null) {
      sink.error(
          bundle.place(),
          bundle.fileOffset(),
          Sink.words(failure),
          failure.reason() == Reason.TOO_LARGE
              ? UnpackBudget.ADVICE
              : "The bundle is damaged or cut off; link or get it anew.");
    }
  }
}
