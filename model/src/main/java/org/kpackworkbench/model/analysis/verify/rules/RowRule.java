package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** A rule about each row of the table by itself. What spoils a row breaks one of these. */
abstract class RowRule extends ArchiveRule {
  private final String advice;

  RowRule(String name, String sentence, String advice) {
    super(name, sentence);
    this.advice = advice;
  }

  @Override
  final void check(ArchiveSubject subject, KpackArchive archive, Sink sink) throws FormatException {
    StoredDamage lost = new StoredDamage(subject.blobs());
    for (int row = 0; row < archive.entryCount(); row++) {
      FormatException problem = archive.problem(row);
      // A chain that breaks off is one finding, not one for each row behind.
      if (problem != null && !lost.isIt(problem) && kind(problem) == kind()) {
        sink.problem(archive.place(row), problem, advice);
      }
    }
  }

  /** The rules that share the problems of rows among them. */
  enum Kind {
    ORDINAL,
    BOUNDS,
    DUPLICATE,
    UNSAFE,
    FIELD
  }

  abstract Kind kind();

  private static Kind kind(FormatException problem) {
    return switch (problem.reason()) {
      case DUPLICATE_KEY -> problem.field().equals("entry") ? Kind.FIELD : Kind.DUPLICATE;
      case UNSAFE_PATH -> Kind.UNSAFE;
      case OUT_OF_BOUNDS -> problem.field().startsWith("ordinal") ? Kind.ORDINAL : Kind.BOUNDS;
      case BAD_COMPRESSION -> Kind.BOUNDS;
      default -> problem.field().startsWith("ordinal") ? Kind.ORDINAL : Kind.FIELD;
    };
  }
}
