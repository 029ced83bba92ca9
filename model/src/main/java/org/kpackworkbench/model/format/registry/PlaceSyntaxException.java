package org.kpackworkbench.model.format.registry;

/** A text that names no place of a document; the message says why, and what can be named. */
public final class PlaceSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  PlaceSyntaxException(String message) {
    super(message);
  }
}
