package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.Kind;

/**
 * A code object's flags and metadata state the target that it is filed under. A processor whose
 * number is not known disagrees with nothing.
 */
public final class StatesTarget extends NamedRule<CodeObjectSubject> {
  public StatesTarget() {
    super(
        CodeObjectSubject.class,
        "code-object-target",
        "A code object states the target that it is filed under.");
  }

  @Override
  public void check(CodeObjectSubject subject, Sink sink) throws FormatException {
    for (Filing filing : subject.filings()) {
      for (TargetMismatch mismatch : subject.mismatches(filing.target())) {
        if (mismatch.kind() == Kind.FILED_AND_STATED) {
          sink.error(
              filing.place(),
              subject.fileOffset(0),
              mismatch.sentence(),
              "A device of that target would be given code that it cannot run.");
        }
      }
    }
  }
}
