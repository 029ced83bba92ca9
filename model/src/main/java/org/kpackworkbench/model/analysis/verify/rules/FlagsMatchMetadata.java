package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.codeobject.TargetMismatch.Kind;

/** The target in a code object's ELF flags is the one in its metadata. */
public final class FlagsMatchMetadata extends NamedRule<CodeObjectSubject> {
  public FlagsMatchMetadata() {
    super(
        CodeObjectSubject.class,
        "code-object-metadata",
        "A code object's flags and metadata state the same target.");
  }

  @Override
  public void check(CodeObjectSubject subject, Sink sink) throws FormatException {
    for (TargetMismatch mismatch : subject.mismatches(null)) {
      if (mismatch.kind() == Kind.FLAGS_AND_METADATA) {
        sink.error(
            subject.place(),
            subject.fileOffset(0),
            mismatch.sentence(),
            "One of the two was changed after the code object was compiled; compile it anew.");
      }
    }
  }
}
