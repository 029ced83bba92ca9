package org.kpackworkbench.model.analysis.verify.rules;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.CodeObjectSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.codeobject.CodeObject;

/**
 * A code object's headers and metadata read without problems. Of one in an archive or a fat binary
 * they are taken apart only where a glance finds something unusual.
 */
public final class CodeObjectReads extends CodeObjectRule {
  public CodeObjectReads() {
    super("code-object-reads", "A code object's headers and metadata can be read.");
  }

  @Override
  void check(CodeObjectSubject subject, CodeObject code, Sink sink) throws FormatException {
    if (!subject.whole()) {
      return;
    }
    List<FormatException> problems = new ArrayList<>(code.elf().problems());
    problems.addAll(code.metadata().problems());
    for (FormatException problem : problems) {
      sink.error(
          subject.place(),
          subject.storedOffset() >= 0 ? subject.storedOffset() : problem.fileOffset(),
          Sink.words(problem),
          "The code object is damaged; compile it anew.");
    }
  }
}
