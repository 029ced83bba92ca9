/**
 * Coverage of a folder as a grid: a row for each wrapper of each binary, a column for each
 * architecture, and the cells where code is missing.
 *
 * <p>{@link org.kpackworkbench.views.analysis.coverage.CoverageViews} makes the tab, {@code
 * CoverageSpec} says what the grid's rows and columns are, {@code CoverageData} is what was found.
 */
package org.kpackworkbench.views.analysis.coverage;
