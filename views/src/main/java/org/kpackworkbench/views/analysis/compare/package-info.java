/**
 * Comparing in the window: a page for each comparison, from the table of what differs down to the
 * bytes.
 *
 * <p>{@link org.kpackworkbench.views.analysis.compare.CompareActions} is the way in: the action,
 * the page that asks what to compare, and what opens a comparison from elsewhere. A page holds a
 * trail of levels; each level shows one {@link org.kpackworkbench.model.analysis.diff.Comparison},
 * its rows by number, and opening a row adds a level. What levels decide stands in models without
 * nodes.
 */
package org.kpackworkbench.views.analysis.compare;
