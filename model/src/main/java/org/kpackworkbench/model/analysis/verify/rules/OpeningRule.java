package org.kpackworkbench.model.analysis.verify.rules;

import java.util.EnumSet;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Sink;

/** Something without which an archive cannot be opened at all. */
abstract class OpeningRule extends NamedRule<ArchiveSubject> {
  private final String advice;

  OpeningRule(String name, String sentence, String advice) {
    super(ArchiveSubject.class, name, sentence);
    this.advice = advice;
  }

  @Override
  public final void check(ArchiveSubject subject, Sink sink) {
    FormatException failure = subject.failure();
    if (failure != null && concerns(failure)) {
      sink.problem(subject.place(), failure, advice);
    }
  }

  abstract boolean concerns(FormatException failure);

  /** The reasons that have rules of their own. */
  static final Set<Reason> OWN_RULES = EnumSet.of(Reason.WRONG_MAGIC, Reason.UNSUPPORTED_VERSION);

  /** Whether it is the offset of the table that is wrong. */
  static boolean isTableOffset(FormatException failure) {
    return failure.field().equals("toc_offset");
  }
}
