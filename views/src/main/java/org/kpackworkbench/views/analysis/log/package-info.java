/**
 * Debug logs of loaders: a file that is one, and a page to paste one into.
 *
 * <p>{@link org.kpackworkbench.views.analysis.log.LogPane} is part of both: the loads as a trace,
 * the mapping of paths of another machine, the meaning of HIP errors, and the same load repeated
 * with the files of this machine ({@code NowPage}). {@link
 * org.kpackworkbench.views.analysis.log.LogView} adds a table of all lines of the file; {@link
 * org.kpackworkbench.views.analysis.log.LogPage} adds a text area.
 */
package org.kpackworkbench.views.analysis.log;
