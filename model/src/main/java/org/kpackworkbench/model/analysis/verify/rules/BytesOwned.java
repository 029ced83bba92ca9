package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Every byte before the table of contents belongs to the header or to a blob. */
public final class BytesOwned extends ArchiveRule {
  public BytesOwned() {
    super("archive-gap", "Every byte of the file belongs to something.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (subject.blobs() == null) {
      return;
    }
    long end = 0;
    for (BlobSpans.Span span : BlobSpans.of(archive, subject.blobs())) {
      if (span.range().start() > end && end < archive.view().size()) {
        ByteRange gap =
            ByteRange.between(end, Math.min(span.range().start(), archive.view().size()));
        sink.warning(
            new Place.Bytes(subject.place(), gap),
            gap.start(),
            "%d bytes before %s belong to nothing.".formatted(gap.length(), span.name()),
            "A blob may be missing from the list, or something was inserted; write the archive"
                + " anew.");
      }
      end = Math.max(end, span.range().end());
    }
  }
}
