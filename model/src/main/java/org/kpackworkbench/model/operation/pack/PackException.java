package org.kpackworkbench.model.operation.pack;

import java.io.IOException;

/** What was asked for cannot be done; nothing was written. */
public final class PackException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why, for programs. */
  public enum Reason {
    /** The targets to keep match none that are there. */
    NOTHING_KEPT,
    /** One of input and output lies in the other. */
    OVERLAP,
    /** Input, output and archives are not all different files. */
    SAME_FILE,
    /** The tree has a file already where the archive goes. */
    ARCHIVE_IN_TREE,
    /** A database that there is no recogniser for. */
    UNKNOWN_DATABASE,
    /** It came from an overlay, and must not be packed again. */
    PREBUILT,
    /** A group, family or name that makes no file name. */
    BAD_NAME,
    /** Device code would be thrown away without anybody having said so. */
    NO_ARCHIVES
  }

  private final Reason reason;

  public PackException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why, for programs. */
  public Reason reason() {
    return reason;
  }
}
