package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.CodeObject;

/** A rule about what is a code object. */
abstract class CodeObjectRule extends NamedRule<CodeObjectSubject> {
  CodeObjectRule(String name, String sentence) {
    super(CodeObjectSubject.class, name, sentence);
  }

  @Override
  public final void check(CodeObjectSubject subject, Sink sink) throws IOException {
    CodeObject code = subject.code();
    if (code != null) {
      check(subject, code, sink);
    }
  }

  abstract void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws IOException;
}
