/**
 * What commands print: facts and tables as lines of text, and JSON.
 *
 * <p>{@link org.kpackworkbench.model.base.output.TextOut} writes lines, {@link
 * org.kpackworkbench.model.base.output.Facts} typed values, {@link
 * org.kpackworkbench.model.base.output.Report} how text shows them, {@link
 * org.kpackworkbench.model.base.output.TextColumns} aligned tables, {@link
 * org.kpackworkbench.model.base.output.JsonOut} one JSON document or one a line. They write to a
 * stream that they are given; none knows a format or a terminal.
 *
 * {@snippet class="tour.Snippets" region="info"}
 */
package org.kpackworkbench.model.base.output;
