/**
 * What loaders wrote, as people see it: a file that is a debug log, and one that is pasted.
 *
 * <p>{@link org.kpackworkbench.views.analysis.log.LogPane} is both: loads as a trace, files of
 * another machine's log found here, what HIP errors mean, and what would happen now. {@link
 * org.kpackworkbench.views.analysis.log.LogView} has the lines of a file below it, of any number;
 * {@link org.kpackworkbench.views.analysis.log.LogPage} a text to paste into.
 */
package org.kpackworkbench.views.analysis.log;
