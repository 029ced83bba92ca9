package org.kpackworkbench.views.archive;

/**
 * A group of rows, whatever is filtered and however it is sorted.
 *
 * @param outer number of the binary or target
 * @param inner number of the index or binary in it; {@link #WHOLE} for the outer group itself
 */
record GroupId(int outer, int inner) {
  /** Stands for all inner groups. */
  static final int WHOLE = -1;

  /** Whether it is an outer group. */
  boolean isOuter() {
    return inner == WHOLE;
  }
}
