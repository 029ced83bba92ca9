/**
 * Coverage of a folder as a grid: a row for each wrapper of each binary, a column for each
 * architecture, and the cells where code is missing.
 *
 * <p>{@link org.kpackworkbench.views.analysis.coverage.CoverageViews} makes the tab, {@code
 * CoverageModel} counts and filters the rows without a screen, {@code CoveragePane} draws the grid.
 */
package org.kpackworkbench.views.analysis.coverage;
