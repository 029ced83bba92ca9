/** SQLite databases in the window: their tables, and the kernels in those of libraries. */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.views.format.sqlite;
