package org.kpackworkbench.app.picture;

/** A picture cannot be made; the message says why, for people. */
public final class PictureException extends Exception {
  private static final long serialVersionUID = 1L;

  PictureException(String message) {
    super(message);
  }
}
