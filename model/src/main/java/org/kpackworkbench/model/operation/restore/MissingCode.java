package org.kpackworkbench.model.operation.restore;

import org.kpackworkbench.model.format.offload.EntryId;

/**
 * A code object that no archive has.
 *
 * @param index the wrapper's index
 * @param entryId the entry's id in the bundle; empty where no archive has anything for the index
 */
public record MissingCode(int index, String entryId) {

  /** The target, e.g. {@code gfx90a:xnack+}; empty where nobody knows. */
  public String target() {
    return entryId.isEmpty() ? "" : EntryId.parse(entryId).target();
  }

  @Override
  public String toString() {
    return entryId.isEmpty()
        ? "#%d: everything".formatted(index)
        : "#%d: %s".formatted(index, target().isEmpty() ? entryId : target());
  }
}
