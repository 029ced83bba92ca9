package org.kpackworkbench.views.spi;

/** How a view shows a place, which decides which view becomes active for it. */
public enum Closeness {
  /** Drawn among everything else, as on a map of the file. */
  ON_MAP,
  /** As a row of a list or table. */
  AS_ROW,
  /** Itself, with what is in it: the kernels of a code object, the tables of a member. */
  INSIDE
}
