package org.kpackworkbench.model.format.database;

import java.util.Optional;

/**
 * Knows the files of one kind of kernel database by their paths. Stateless: safe for use by many
 * threads. Those of this program are found with {@link java.util.ServiceLoader}; there are no
 * others.
 */
public interface DatabaseRecogniser {
  /** Name of the database, as topologies and {@code --split-databases} call it. */
  String name();

  /**
   * Checks a path.
   *
   * @param path of a file or link, relative to its stage prefix, with {@code /}
   * @return what it is; empty if it does not belong to the database
   */
  Optional<DatabaseFile> recognise(String path);

  /**
   * Whether a path is in a place that belongs to the database, whatever it is. What names an
   * architecture there and is not recognised would be given to every GPU without a word; see {@link
   * Databases#missed}.
   */
  default boolean covers(String path) {
    return false;
  }

  /**
   * Whether a file has the kernels of several architectures, so that it can move to none of them.
   *
   * @param path as in {@link #recognise}
   */
  default boolean isCombined(String path) {
    return false;
  }
}
