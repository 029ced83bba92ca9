package org.kpackworkbench.model.analysis.verify.rules;

import java.util.Set;
import org.kpackworkbench.model.analysis.verify.BlobSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;

/** Rows are of type {@code hsaco} or {@code co}. */
public final class TypeKnown extends NamedRule<BlobSubject> {
  private static final Set<String> KNOWN = Set.of("hsaco", "co");

  public TypeKnown() {
    super(BlobSubject.class, "archive-type", "Rows are of type hsaco or co.");
  }

  @Override
  public void check(BlobSubject blob, Sink sink) {
    if (!KNOWN.contains(blob.type())) {
      sink.warning(
          blob.place(),
          blob.fileOffset(),
          "The type is \"%s\", not hsaco or co.".formatted(blob.type()),
          "Loaders know no other type.");
    }
  }
}
