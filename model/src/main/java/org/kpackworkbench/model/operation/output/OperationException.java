package org.kpackworkbench.model.operation.output;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An operation cannot do what was requested; nothing was written of what this is about. */
public final class OperationException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Why, for programs. */
  public enum Obstacle {
    /** Input lies in output, or output in input. */
    OVERLAP,
    /** Input, output and archives are not all different files. */
    SAME_FILE,
    /** A group, family or name that makes no file name. */
    BAD_NAME,
    /** The targets to keep match none that are there. */
    NOTHING_KEPT,
    /** Binaries would be left without any code, and may not be. */
    LEFT_EMPTY,
    /** A GPU that is kept would get no code, or other code, afterwards. */
    LOST_CODE,
    /** The tree has a file already where the archive goes. */
    ARCHIVE_IN_TREE,
    /** No folder for archives, and no request to discard the device code. */
    NO_ARCHIVES,
    /** A database that there is no recogniser for. */
    UNKNOWN_DATABASE,
    /** The input came from an overlay, and must not be packed again. */
    PREBUILT,
    /** There are no artifacts where they should be. */
    NO_ARTIFACTS,
    /** The primary shard is not there. */
    NO_PRIMARY,
    /** No component fits the request. */
    NO_COMPONENT,
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
    /** Two inputs have different content for one path. */
    CLASH,
    /** A name means several things. */
    AMBIGUOUS_NAME,
    /** The input is no wheel, or one that cannot be split. */
    NO_WHEEL,
    /** Device code is in several packages, and which one gets the archives was not said. */
    SEVERAL_PACKAGES,
    /** An input is a folder of packages, which are to be named one by one. */
    FOLDER_OF_PACKAGES,
    /** There is no device code, and no file of the databases that were named. */
    NOTHING_TO_SPLIT,
    /** Files that are to be changed in place belong to installed packages. */
    OWNED_BY_PACKAGES;

    /**
     * Makes the exception for it.
     *
     * @param message what, in a sentence; a format if there are values
     */
    public OperationException exception(String message, @Nullable Object... values) {
      return new OperationException(this, values.length == 0 ? message : message.formatted(values));
    }
  }

  private final Obstacle reason;

  /**
   * @param message what, in a sentence
   */
  public OperationException(Obstacle reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why, for programs. */
  public Obstacle reason() {
    return reason;
  }
}
