package org.kpackworkbench.model.analysis.verify.rules;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/** A compressed archive is no larger than what loaders open. */
public final class WithinLoaderLimits extends ArchiveRule {
  public WithinLoaderLimits() {
    super(
        "archive-loader-limits",
        "A compressed archive has no more frames and no larger blob area than loaders open.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    ByteRange area = archive.blobArea();
    if (archive.scheme() != StorageScheme.ZSTD_PER_KERNEL || area == null) {
      return;
    }
    StoredBlobs blobs = subject.blobs();
    report(subject, area, LoaderLimits.SHIPPING.beyondArea(area.length()), sink);
    if (blobs != null) {
      report(subject, area, LoaderLimits.SHIPPING.beyondFrames(blobs.declaredCount()), sink);
    }
  }

  private static void report(
      ArchiveSubject subject, ByteRange area, @Nullable String beyond, Sink sink) {
    if (beyond != null) {
      sink.error(
          subject.place(),
          area.start(),
          "No loader opens it: %s.".formatted(beyond),
          LoaderLimits.ADVICE);
    }
  }
}
