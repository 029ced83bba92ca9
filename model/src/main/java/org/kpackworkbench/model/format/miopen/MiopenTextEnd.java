package org.kpackworkbench.model.format.miopen;

import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.registry.DocumentSubject;

/** MIOpen ends every line that it writes: a text database that ends within one may be cut. */
final class MiopenTextEnd extends NamedRule<DocumentSubject> {
  MiopenTextEnd() {
    super(
        DocumentSubject.class,
        "miopen-text-end",
        "A text database of MIOpen ends with the end of a line.");
  }

  @Override
  public void check(DocumentSubject subject, Sink sink) {
    if (subject.document() instanceof MiopenTextDocument text && text.openLine() > 0) {
      sink.warning(
          subject.place(),
          -1,
          "Line %d, the last one, has no end, and MIOpen ends every line."
              .formatted(text.openLine()),
          "It may have been cut off there, and its values with it; compare its size with that of"
              + " its source, or get it again.");
    }
  }
}
