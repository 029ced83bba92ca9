package org.kpackworkbench.model.format.database;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * A file of a kernel database.
 *
 * @param database name of the database
 * @param architecture what it is for, which may be a family form like {@code gfx11xx}; null where
 *     it is for all
 */
public record DatabaseFile(String database, @Nullable GpuTarget architecture) {}
