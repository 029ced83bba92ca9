package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The table of contents reads to its end, and has all that it needs, each once. */
public final class TableReads extends ArchiveRule {
  public TableReads() {
    super(
        "archive-table",
        "The table of contents reads to its end and has each of the keys it needs once.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    for (FormatException problem : archive.problems()) {
      if (!SchemeKnown.concerns(problem) && !BlobAreaFits.concerns(problem)) {
        sink.problem(
            subject.place(), problem, "The table is damaged; get or write the archive anew.");
      }
    }
  }
}
