package org.kpackworkbench.model.operation.output;

import java.io.IOException;

/** Artifacts that do not go together, or are not there; of what it is about nothing was written. */
public final class CombineException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why, for programs. */
  public enum Reason {
    /** There are no artifacts where they should be. */
    NO_ARTIFACTS,
    /** The primary shard is not there. */
    NO_PRIMARY,
    /** No component fits what was asked for. */
    NO_COMPONENT,
    /** One of input and output lies in the other. */
    OVERLAP,
    /** Different device code for one architecture. */
    DUPLICATE_DEVICE_CODE,
    /** The shards' generic artifacts differ, and must not. */
    GENERIC_DIFFERS,
    /** An architecture has no artifact, and must have one. */
    MISSING_ARCHITECTURE,
    /** Host code among device code, or the other way round. */
    WRONG_PLACE,
    /** A manifest and what it lists do not agree. */
    MANIFEST_DIFFERS,
    /** Two sides bring things to one place that cannot both be there. */
    CLASH
  }

  private final Reason reason;

  /**
   * @param message what, in a sentence
   */
  public CombineException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why, for programs. */
  public Reason reason() {
    return reason;
  }
}
