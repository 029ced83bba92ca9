package org.kpackworkbench.model.format.ar;

import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** The members of a static library follow one another to its end. */
final class LibraryReads extends NamedRule<LibrarySubject> {
  LibraryReads() {
    super(
        LibrarySubject.class,
        "library-reads",
        "The members of a static library follow one another to its end.");
  }

  @Override
  public void check(LibrarySubject subject, Sink sink) {
    for (FormatException problem : subject.library().problems()) {
      sink.problem(subject.place(), problem, "Make the library again with ar or llvm-ar.");
    }
  }
}
