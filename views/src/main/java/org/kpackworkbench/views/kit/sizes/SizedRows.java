package org.kpackworkbench.views.kit.sizes;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;

/** Code objects with their sizes, as a treemap needs them. Immutable; reads nothing; any thread. */
public interface SizedRows {

  /** How many there are. */
  int count();

  /** Returns the name for all rows, such as the file's name. */
  String name();

  /** A number for what a row belongs to: a binary, a wrapper, a bundle. From 0. */
  int binary(int row);

  /** Its name. */
  String binaryName(int row);

  /** A number for the row's target, from 0. */
  int target(int row);

  /** The GPU target of a row, as people write it. */
  String targetText(int row);

  /** The row's name without the target, such as its key. */
  String name(int row);

  /** Bytes after unpacking; negative if they are not known. */
  long originalSizeBytes(int row);

  /** Bytes in the file; negative if they are not known. */
  long storedSizeBytes(int row);

  /** A number that rows have in common that name the same stored bytes; -1 for none. */
  int blob(int row);

  /** Whether stored sizes differ from the original ones, so that both can be selected. */
  boolean packed();

  /** Whether the stored sizes are known by now. */
  boolean located();

  /** Whether something is wrong with a row. */
  boolean damaged(int row);

  /** Where a row is. */
  Place.CodeObject place(int row);

  /** The row of a place; -1 if there is none. */
  int find(Place.CodeObject place);

  /** Where the row's binary is as a whole; null if that is no place. */
  default @Nullable Place binaryPlace(int row) {
    return null;
  }
}
