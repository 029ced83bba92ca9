/**
 * The debug log of a loader, read back into traces (loader.md, "The debug log in the field").
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.log.DebugLog} reads a log of any size in two
 * passes. {@code LoadGrouping} assigns each message to a load, since a line does not name its
 * thread; {@code OpenLoad} is a load whose lines are still being read. A {@link
 * org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary} lists a load, a {@link
 * org.kpackworkbench.model.analysis.resolve.log.LogTrace} has its steps with line numbers. Lines
 * that are not a loader's are kept; a {@link
 * org.kpackworkbench.model.analysis.resolve.log.DebugLog.RuntimeAnswer} is a line of the runtime
 * that reports a loader's error.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.log.LoggedRequest} is the request of a logged
 * load, as far as the log shows it, so that it can be repeated here; {@link
 * org.kpackworkbench.model.analysis.resolve.log.PathMapping} maps paths of the log to paths of this
 * machine.
 */
package org.kpackworkbench.model.analysis.resolve.log;
