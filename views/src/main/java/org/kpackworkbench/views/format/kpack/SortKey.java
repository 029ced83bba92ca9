package org.kpackworkbench.views.format.kpack;

/**
 * One column that rows are sorted by.
 *
 * @param descending the largest first
 */
record SortKey(SortColumn column, boolean descending) {}
