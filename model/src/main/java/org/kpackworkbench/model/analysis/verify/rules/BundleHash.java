package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;

/** The content of a compressed bundle has the hash that its header states. */
public final class BundleHash extends NamedRule<BundleSubject> {
  public BundleHash() {
    super(
        BundleSubject.class,
        "bundle-hash",
        "The content of a compressed bundle has the hash that its header states.");
  }

  @Override
  public void check(BundleSubject bundle, Sink sink) {
    FormatException failure = bundle.hashFailure();
    if (failure != null) {
      sink.problem(
          bundle.place(), failure, "Bits have changed since it was compiled; link or get it anew.");
    }
  }
}
