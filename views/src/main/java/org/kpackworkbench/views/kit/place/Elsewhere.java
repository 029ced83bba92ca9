package org.kpackworkbench.views.kit.place;

/** Something beside the files that the user can be at, and come back to. Told apart by equality. */
@FunctionalInterface
public interface Elsewhere {
  /** Brings it in front; false where it is gone. */
  boolean comeBack();
}
