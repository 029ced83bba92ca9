package org.kpackworkbench.model.base.query;

/** A query that cannot be understood, with a sentence that says why. */
public final class QueryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int position;

  QueryException(int position, String message) {
    super(message);
    this.position = position;
  }

  /** Where in the query it is, in characters from its start. */
  public int position() {
    return position;
  }
}
