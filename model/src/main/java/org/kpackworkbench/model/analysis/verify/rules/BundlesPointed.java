package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.offload.OffloadPlaces;
import org.kpackworkbench.model.format.offload.StoredBundle;

/** Every bundle of a fat binary is pointed to by a wrapper. */
public final class BundlesPointed extends HostRule {
  public BundlesPointed() {
    super("bundle-unpointed", "Every bundle of a fat binary is pointed to by a wrapper.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) {
    if (subject.elf().header().isObject() || subject.fat().wrappers().isEmpty()) {
      return;
    }
    OffloadPlaces places = OffloadPlaces.of(subject.fat(), subject.place());
    for (StoredBundle bundle : subject.fat().bundles()) {
      if (bundle.wrappers().isEmpty()) {
        sink.note(
            places.bundle(bundle),
            subject.fileOffset(bundle.range().start()),
            "No wrapper points to this %s of %d bytes."
                .formatted(bundle.content().kindName(), bundle.range().length()),
            "No runtime loads it this way; converting the binary drops it.");
      }
    }
  }
}
