package org.kpackworkbench.model.format.registry;

import java.util.List;

/** A format of databases that say how kernels are found or run, and hold no code themselves. */
public interface DatabaseFormat extends Format {
  /** Advice where a database is not what it should be. */
  String COPY_AGAIN = "Copy the file again from its source.";

  @Override
  default boolean mayHoldCode() {
    return false;
  }

  @Override
  default List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }
}
