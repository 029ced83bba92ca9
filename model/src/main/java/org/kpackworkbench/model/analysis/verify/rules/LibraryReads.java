package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.LibrarySubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;

/** The members of a static library follow one another to its end. */
public final class LibraryReads extends NamedRule<LibrarySubject> {
  public LibraryReads() {
    super(
        LibrarySubject.class,
        "library-reads",
        "The members of a static library follow one another to its end.");
  }

  @Override
  public void check(LibrarySubject subject, Sink sink) {
    for (FormatException problem : subject.library().problems()) {
      sink.problem(subject.place(), problem, "Make the library anew with ar or llvm-ar.");
    }
  }
}
