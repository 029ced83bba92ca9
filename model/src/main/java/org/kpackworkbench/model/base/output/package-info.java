/**
 * Output of commands: reports as lines of text and as JSON.
 *
 * <p>{@link org.kpackworkbench.model.base.output.Facts} are named values with their types, said
 * once; a {@link org.kpackworkbench.model.base.output.Report} has them and says how text shows
 * them. {@link org.kpackworkbench.model.base.output.TextOut} and {@link
 * org.kpackworkbench.model.base.output.JsonOut} write to a stream that they are given; none knows a
 * format or a terminal.
 *
 * {@snippet class="tour.Snippets" region="info"}
 */
package org.kpackworkbench.model.base.output;
