package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** Rules about an archive that could be opened; of another they say nothing. */
final class ArchiveRule {
  private ArchiveRule() {}

  /** The check of an archive. */
  interface ArchiveCheck {
    void check(ArchiveSubject subject, KpackArchive archive, Sink sink) throws IOException;
  }

  static Rule<ArchiveSubject> of(String name, String sentence, ArchiveCheck check) {
    return Rule.of(
        ArchiveSubject.class,
        name,
        sentence,
        (subject, sink) -> {
          KpackArchive archive = subject.archive();
          if (archive != null) {
            check.check(subject, archive, sink);
          }
        });
  }
}
