package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** A rule about an archive that could be opened; of another it says nothing. */
abstract class ArchiveRule extends NamedRule<ArchiveSubject> {
  ArchiveRule(String name, String sentence) {
    super(ArchiveSubject.class, name, sentence);
  }

  @Override
  public final void check(ArchiveSubject subject, Sink sink) throws IOException {
    KpackArchive archive = subject.archive();
    if (archive != null) {
      check(subject, archive, sink);
    }
  }

  abstract void check(ArchiveSubject subject, KpackArchive archive, Sink sink) throws IOException;
}
