/**
 * Archives in the window: overview, contents as tree or list, treemap of sizes.
 *
 * <p>A table of contents may have hundreds of thousands of rows, so nothing here holds an object
 * for each: {@link org.kpackworkbench.views.format.kpack.ArchiveRows} are columns of numbers, an
 * {@link org.kpackworkbench.views.format.kpack.Arrangement} is an array of row numbers in which
 * groups are ranges, and {@link org.kpackworkbench.views.format.kpack.Lines} are an array of what
 * is shown of it. Filtering, grouping, sorting and adding up run in the background on these arrays.
 */
package org.kpackworkbench.views.format.kpack;
