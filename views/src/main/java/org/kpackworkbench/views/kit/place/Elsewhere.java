package org.kpackworkbench.views.kit.place;

/**
 * Something beside the files that the user can be at, and come back to. Distinguished by equality.
 */
@FunctionalInterface
public interface Elsewhere {
  /** Activates it; false if it is gone. */
  boolean comeBack();
}
