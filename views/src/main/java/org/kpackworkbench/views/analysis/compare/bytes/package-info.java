/**
 * Aligned bytes of two or more sides, of any size.
 *
 * <p>A {@link org.kpackworkbench.views.analysis.compare.bytes.ByteComparePane} shows a {@link
 * org.kpackworkbench.model.analysis.diff.ByteComparison}: bytes that only one side has are a gap on
 * the other side. Only visible rows are drawn, from pages of 16 KiB that are read in the
 * background. The alignment is computed in the background too, from the first byte to the last.
 *
 * <p>{@code ByteCompareModel} has caret, selection and folded rows, {@code DifferenceWalk} goes
 * from difference to difference; both are tested without a screen. {@code ByteCompareView} has the
 * scroll bars and the strip of differences around the surface of the hex view.
 */
package org.kpackworkbench.views.analysis.compare.bytes;
