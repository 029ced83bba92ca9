package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Blobs overlap neither one another nor the header or the table of contents. */
public final class BlobsApart extends ArchiveRule {
  public BlobsApart() {
    super("archive-overlap", "Blobs, header and table of contents do not overlap.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    BlobSpans.Span widest = null;
    for (BlobSpans.Span span : BlobSpans.of(archive, subject.blobs())) {
      if (widest != null && span.range().start() < widest.range().end()) {
        ByteRange both = span.range().intersect(widest.range());
        sink.error(
            new Place.Bytes(subject.place(), both),
            both.start(),
            "%s and %s share %d bytes."
                .formatted(capital(widest.name()), span.name(), both.length()),
            "One of the two is wrong; get or write the archive anew.");
      }
      if (widest == null || span.range().end() > widest.range().end()) {
        widest = span;
      }
    }
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
