package org.kpackworkbench.model.format.kpm;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** A manifest reads to its end, and each of its rows is understood. */
final class ManifestReads extends NamedRule<ManifestSubject> {
  ManifestReads() {
    super(ManifestSubject.class, "manifest-reads", "A manifest and all its rows can be read.");
  }

  @Override
  public void check(ManifestSubject subject, Sink sink) {
    ManifestFile file = subject.manifest();
    for (FormatException problem : file.problems()) {
      sink.problem(subject.place(), problem, DiskFinding.WRITE_AGAIN);
    }
    for (int row = 0; row < file.manifest().rows().size(); row++) {
      FormatException problem = file.problem(row);
      if (problem != null) {
        sink.problem(file.place(row), problem, DiskFinding.WRITE_AGAIN);
      }
    }
  }
}
