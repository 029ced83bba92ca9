package org.kpackworkbench.model.verify.code;

import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.codeobject.CodeObject;
import org.kpackworkbench.model.codeobject.TargetMismatch;
import org.kpackworkbench.model.codeobject.TargetMismatch.Kind;
import org.kpackworkbench.model.verify.CodeObjectSubject;
import org.kpackworkbench.model.verify.CodeObjectSubject.Filing;
import org.kpackworkbench.model.verify.Sink;

/**
 * A code object's flags and metadata state the target that it is filed under. A processor whose
 * number is not known disagrees with nothing.
 */
public final class StatesTarget extends CodeObjectRule {
  public StatesTarget() {
    super("code-object-target", "A code object states the target that it is filed under.");
  }

  @Override
  void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws FormatException {
    for (int i = 0; i < subject.filings().size(); i++) {
      Filing filing = subject.filings().get(i);
      for (TargetMismatch mismatch :
          i == 0 ? subject.mismatches() : code.mismatches(filing.target())) {
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
