package org.kpackworkbench.model.format.coff;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** The headers of a Windows binary can be read. */
final class CoffReads extends NamedRule<CoffSubject> {
  CoffReads() {
    super(CoffSubject.class, "windows-reads", "The headers of a Windows binary can be read.");
  }

  @Override
  public void check(CoffSubject subject, Sink sink) {
    for (FormatException problem : subject.coff().problems()) {
      sink.problem(subject.place(), problem, "It may have been cut off; link or get it again.");
    }
  }
}
