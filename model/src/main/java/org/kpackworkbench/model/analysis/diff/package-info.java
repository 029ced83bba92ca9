/**
 * Comparison of two or more things of one kind, and the classes that all comparisons are made of.
 *
 * <p>A {@link org.kpackworkbench.model.analysis.diff.Comparison} has two or more sides. It is
 * either a {@link org.kpackworkbench.model.analysis.diff.TableComparison}, whose rows are aligned
 * by key and may open further comparisons, or a {@link
 * org.kpackworkbench.model.analysis.diff.ByteComparison}, the lowest level. Opening a comparison
 * compares tables only: headers, names, sizes. {@link
 * org.kpackworkbench.model.analysis.diff.Comparison#compareContents} then reads the bytes of rows
 * whose tables agree; until then such a row is {@code NOT_COMPARED}, not {@code SAME}.
 *
 * {@snippet :
 * try (Comparison comparison = Compare.open(List.of(left, right), Progress.NONE)) {
 *   comparison.compareContents(Progress.NONE, row -> {});
 *   Comparison.Outcome outcome = comparison.outcome();
 * }
 * }
 *
 * <table>
 *   <caption>Classes by purpose</caption>
 *   <tr><td>{@code Row}, {@code Change}, {@code Side}</td><td>what a caller gets</td></tr>
 *   <tr><td>{@code ListComparison}, {@code Draft}, {@code Values}, {@code Aligned}</td><td>how a
 *       table comparison is built: values of each side, aligned by key</td></tr>
 *   <tr><td>{@code SwappedComparison}, {@code RealignedComparison}</td><td>another view of the same
 *       comparison</td></tr>
 *   <tr><td>{@code ByteAligner}, {@code PairAligner}, {@code ByteResync}, {@code
 *       AlignedBytes}</td><td>alignment of bytes across insertions and deletions</td></tr>
 * </table>
 *
 * <p>The packages below compare one kind of input each; {@code run} opens the right one, {@code
 * export} writes comparisons to files.
 */
package org.kpackworkbench.model.analysis.diff;
