package org.kpackworkbench.model.format.database;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A file of a kernel database.
 *
 * @param database name of the database
 * @param target what it is for, with the features that its name states; without any it is for all
 *     their settings. It may be several, like {@code gfx110x} or {@code gfx11}; null if it is for
 *     all
 */
public record DatabaseFile(String database, @Nullable GpuTarget target) {
  /** The target without features: a file for {@code gfx90a:xnack+} belongs to gfx90a. */
  public @Nullable GpuTarget architecture() {
    return target == null ? null : target.bare();
  }
}
