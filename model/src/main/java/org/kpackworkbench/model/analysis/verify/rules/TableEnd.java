package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The table of contents ends where the file does. */
public final class TableEnd extends ArchiveRule {
  public TableEnd() {
    super("archive-table-end", "The table of contents ends with the file.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    long end = archive.tableRange().end();
    long size = archive.view().size();
    if (archive.complete() && end < size) {
      sink.warning(
          new Place.Bytes(subject.place(), ByteRange.between(end, size)),
          end,
          "The table ends at 0x%x, and %d bytes follow it.".formatted(end, size - end),
          "Something was appended to the archive; cut it off or write the archive anew.");
    }
  }
}
