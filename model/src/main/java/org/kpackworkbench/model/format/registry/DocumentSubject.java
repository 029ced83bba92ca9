package org.kpackworkbench.model.format.registry;

import org.kpackworkbench.model.base.finding.Subject;
import org.kpackworkbench.model.base.place.Place;

/** An open file of a format that has no subjects of its own. */
public record DocumentSubject(Document document) implements Subject {
  @Override
  public Place place() {
    return document.place();
  }
}
