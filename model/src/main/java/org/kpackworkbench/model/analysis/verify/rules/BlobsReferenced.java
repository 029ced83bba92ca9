package org.kpackworkbench.model.analysis.verify.rules;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StoredBlobs;

/** Every blob is named by a row. One that is not takes room and does no harm. */
public final class BlobsReferenced extends ArchiveRule {
  public BlobsReferenced() {
    super("archive-unreferenced", "Every blob is named by a row of the table.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    StoredBlobs blobs = subject.blobs();
    if (blobs == null) {
      return;
    }
    BitSet named = new BitSet(blobs.count());
    for (int row = 0; row < archive.entryCount(); row++) {
      int ordinal = archive.ordinal(row);
      if (ordinal >= 0 && ordinal < blobs.count()) {
        named.set(ordinal);
      }
    }
    for (int free = named.nextClearBit(0); free < blobs.count(); ) {
      int end = named.nextSetBit(free);
      int last = (end < 0 ? blobs.count() : end) - 1;
      range(subject, sink, blobs, free, last);
      free = named.nextClearBit(last + 1);
    }
  }

  private static void range(
      ArchiveSubject subject, Sink sink, StoredBlobs blobs, int first, int last) {
    @Nullable ByteRange range = blobs.range(first);
    long bytes = 0;
    for (int ordinal = first; ordinal <= last; ordinal++) {
      bytes += Math.min(blobs.sizeBytes(ordinal), Long.MAX_VALUE - bytes);
    }
    sink.note(
        range == null ? subject.place() : new Place.Bytes(subject.place(), range),
        range == null ? -1 : range.start(),
        first == last
            ? "No row names blob %d, %d bytes.".formatted(first, bytes)
            : "No row names blobs %d to %d, %d bytes.".formatted(first, last, bytes),
        "Writing the archive anew leaves them out.");
  }
}
