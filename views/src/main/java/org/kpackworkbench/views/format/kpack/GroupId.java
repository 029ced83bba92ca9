package org.kpackworkbench.views.format.kpack;

/**
 * A group of rows, whatever is filtered and however it is sorted.
 *
 * @param number number of the target, folder or binary; of an index itself
 * @param within number of the target or binary that it is a part of; {@link #ALL} where it is a
 *     part of the whole archive
 */
record GroupId(Kind kind, int number, int within) {
  /** Not a part of a target or binary. */
  static final int ALL = -1;

  /** What the rows of a group have in common. */
  enum Kind {
    /** The target. */
    TARGET,
    /** A folder of names without an index. */
    FOLDER,
    /** The binary. */
    BINARY,
    /** Binary and index. */
    INDEX
  }
}
