package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;

/** The storage scheme is one that loaders know. */
public final class SchemeKnown extends ArchiveRule {
  public SchemeKnown() {
    super("archive-scheme", "The storage scheme is none or zstd-per-kernel.");
  }

  static boolean concerns(FormatException problem) {
    return problem.field().equals("compression_scheme") && problem.reason() == Reason.UNSUPPORTED;
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    String note = archive.schemeNote();
    if (note != null) {
      sink.note(
          subject.place(),
          archive.tableRange().start(),
          note,
          archive.scheme() == StorageScheme.NONE
              ? "Loaders read it so, too."
              : "Loaders take a name that they do not know for none, and find no code here: write"
                  + " the archive again.");
    }
    for (FormatException problem : archive.problems()) {
      if (concerns(problem)) {
        sink.error(
            subject.place(),
            problem.fileOffset(),
            Sink.words(problem),
            "Nothing can be extracted, and nothing of the blobs was checked.");
      }
    }
  }
}
