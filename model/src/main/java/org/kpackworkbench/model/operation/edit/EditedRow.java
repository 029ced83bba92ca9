package org.kpackworkbench.model.operation.edit;

import org.kpackworkbench.model.format.kpack.BinaryKey;

/**
 * A row of an edited archive, as it is shown. Made when it is asked for; holds on to nothing.
 *
 * @param id its number for good, whatever edits do to it or before it
 * @param ref what names it in edits
 * @param type {@code hsaco} or {@code co}
 * @param originalSizeBytes size of the code object; -1 where a broken row states none
 * @param originalRow its number in the original; -1 for one that was added
 * @param change what edits have done to it since it was opened or saved
 */
public record EditedRow(
    int id, RowRef ref, String type, long originalSizeBytes, int originalRow, Change change) {

  /** What edits have done to a row. */
  public enum Change {
    NONE,
    /** Its name, metadata or code object are others. */
    CHANGED,
    ADDED
  }

  /** The binary's key, taken apart. */
  public BinaryKey key() {
    return BinaryKey.parse(ref.key());
  }
}
