package org.kpackworkbench.model.format.database;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A file of a kernel database.
 *
 * @param database name of the database
 * @param architecture what it is for, without features: a file for {@code gfx90a:xnack+} belongs to
 *     gfx90a. It may be several, like {@code gfx110x} or {@code gfx11}; null if it is for all
 */
public record DatabaseFile(String database, @Nullable GpuTarget architecture) {
  public DatabaseFile {
    architecture = architecture == null ? null : architecture.bare();
  }
}
