/** SQLite databases in the window: their tables, and the kernels in those of libraries. */
package org.kpackworkbench.views.format.sqlite;
