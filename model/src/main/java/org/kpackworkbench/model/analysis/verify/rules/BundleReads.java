package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.BundleSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.OffloadBundle;

/** A bundle's table reads to its end, and its entries lie inside the bundle. */
public final class BundleReads extends NamedRule<BundleSubject> {
  private static final String ADVICE = "The bundle is damaged or cut off; link or get it anew.";

  public BundleReads() {
    super(
        BundleSubject.class,
        "bundle-reads",
        "A bundle's table can be read, and its entries lie inside.");
  }

  @Override
  public void check(BundleSubject bundle, Sink sink) {
    if (bundle.stored().content() instanceof BrokenBundle(FormatException problem)) {
      sink.problem(bundle.place(), problem, ADVICE);
    }
    OffloadBundle content = bundle.content();
    if (content == null) {
      return;
    }
    for (FormatException problem : content.table().problems()) {
      sink.error(bundle.place(), bundle.fileOffset(), Sink.words(problem), ADVICE);
    }
    for (BundleEntry entry : content.entries()) {
      FormatException problem = entry.problem();
      if (problem != null && !content.table().problems().contains(problem)) {
        sink.error(bundle.place(), bundle.fileOffset(), Sink.words(problem), ADVICE);
      }
    }
  }
}
