package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.BrokenSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;

/**
 * A file can be read as what its first bytes or its name say it is. Kinds that are known and not
 * read, such as 32-bit ELF files, are noted.
 */
public final class FileReads extends NamedRule<BrokenSubject> {
  public FileReads() {
    super(BrokenSubject.class, "file-reads", "A file is what its first bytes or its name say.");
  }

  @Override
  public void check(BrokenSubject broken, Sink sink) {
    boolean foreign = broken.failure().reason() == Reason.UNSUPPORTED;
    sink.problem(
        foreign ? Severity.NOTE : Severity.ERROR,
        broken.place(),
        broken.failure(),
        switch (broken.failure().reason()) {
          case UNSUPPORTED -> "Such files are not checked.";
          // Nothing is missing: somebody has written it like that.
          case UNSAFE_PATH, DUPLICATE_KEY, BAD_VALUE ->
              "It cannot be read as %s; make it anew.".formatted(broken.kind());
          default -> "It cannot be read as %s; it may have been cut off.".formatted(broken.kind());
        });
  }
}
