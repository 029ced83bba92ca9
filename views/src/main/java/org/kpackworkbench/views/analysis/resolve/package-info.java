/**
 * How a loader finds code objects, as people see it: traces as trees, the simulator of a binary,
 * and that of a whole tree.
 *
 * <p>A {@link org.kpackworkbench.views.analysis.resolve.Trace} is what a {@link
 * org.kpackworkbench.views.analysis.resolve.TracePane} shows; {@link
 * org.kpackworkbench.views.analysis.resolve.Traces} makes one of what was resolved, and of the
 * loads of a log.
 */
package org.kpackworkbench.views.analysis.resolve;
