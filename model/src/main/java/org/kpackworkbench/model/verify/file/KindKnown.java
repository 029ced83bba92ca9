package org.kpackworkbench.model.verify.file;

import org.kpackworkbench.model.verify.NamedRule;
import org.kpackworkbench.model.verify.OtherSubject;
import org.kpackworkbench.model.verify.Sink;

/** A file that was named is of a kind that can be verified. */
public final class KindKnown extends NamedRule<OtherSubject> {
  public KindKnown() {
    super(OtherSubject.class, "file-kind", "A file is of a kind that can be verified.");
  }

  @Override
  public void check(OtherSubject other, Sink sink) {
    sink.note(
        other.place(),
        -1,
        "It is no archive, manifest, ELF file, bundle, static library or Windows binary.",
        "Nothing was checked.");
  }
}
