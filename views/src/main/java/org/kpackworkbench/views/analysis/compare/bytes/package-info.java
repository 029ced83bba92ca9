/**
 * Aligned bytes of two or more sides, of any size.
 *
 * <p>A {@link org.kpackworkbench.views.analysis.compare.bytes.ByteComparePane} shows a {@link
 * org.kpackworkbench.model.analysis.diff.ByteComparison}: what was put in or taken out is a gap on
 * the other side. Only visible rows are drawn, from pages of 16 KiB that are read in the
 * background; how the sides stand beside one another becomes known in the background, too, from the
 * first byte to the last. What can be decided without a screen is in {@code ByteCompareModel} and
 * {@code CompareRows}.
 */
package org.kpackworkbench.views.analysis.compare.bytes;
