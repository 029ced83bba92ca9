/**
 * The bytes of a file of any size.
 *
 * <p>A {@link org.kpackworkbench.views.kit.hex.HexView} draws the rows that are visible and holds
 * nothing but some pages of 16 KiB around them; pages are read by an executor, never on the UI
 * thread. What can be decided without a screen is in {@link
 * org.kpackworkbench.views.kit.hex.HexModel}: which rows are visible, what is selected, where the
 * caret is. {@link org.kpackworkbench.views.kit.hex.HexPane} adds find and go to.
 *
 * <p>A {@code HexSurface} draws the bytes of one side, or of several beside one another where a
 * {@code ByteRowsModel} aligns them: compared bytes are the same view with more sides.
 */
package org.kpackworkbench.views.kit.hex;
