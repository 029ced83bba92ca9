/**
 * Comparing anything with its like: what a comparison is, whoever made it.
 *
 * <p>A {@link org.kpackworkbench.model.analysis.diff.Comparison} has two or more sides and is
 * either a {@link org.kpackworkbench.model.analysis.diff.TableComparison}, rows that are aligned by
 * key and open the comparison below them, or a {@link
 * org.kpackworkbench.model.analysis.diff.ByteComparison}, where every way down ends. Opening one
 * compares tables: headers, names, sizes. {@link
 * org.kpackworkbench.model.analysis.diff.Comparison#compareContents} then reads bytes, where tables
 * agree, and only after that anything is called the same.
 *
 * {@snippet :
 * try (Comparison comparison = Comparer.open(List.of(left, right), Progress.NONE)) {
 *   comparison.compareContents(Progress.NONE, row -> {});
 *   Outcome outcome = comparison.outcome();
 * }
 * }
 */
package org.kpackworkbench.model.analysis.diff;
