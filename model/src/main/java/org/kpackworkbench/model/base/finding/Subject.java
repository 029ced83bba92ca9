package org.kpackworkbench.model.base.finding;

import org.kpackworkbench.model.base.place.Place;

/** Something that rules check. The bytes last as long as the check does. */
public interface Subject {

  /** Returns the place of the subject. */
  Place place();
}
