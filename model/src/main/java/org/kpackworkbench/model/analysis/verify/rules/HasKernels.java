package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** An archive holds at least one code object. */
public final class HasKernels extends ArchiveRule {
  public HasKernels() {
    super("archive-empty", "An archive holds at least one code object.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (archive.complete() && archive.entryCount() == 0) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "The table of contents has no rows: there are no code objects in this archive.",
          "Look at what was packed: a filter of targets may have matched nothing.");
    }
  }
}
