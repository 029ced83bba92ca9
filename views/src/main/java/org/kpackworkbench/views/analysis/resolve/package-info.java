/**
 * How a loader finds code objects: traces as trees, the simulator of a binary, the simulator of a
 * folder.
 *
 * <p>A {@link org.kpackworkbench.views.analysis.resolve.LoaderTrace} is the content of a {@link
 * org.kpackworkbench.views.analysis.resolve.TracePane}: a tree of {@link
 * org.kpackworkbench.views.analysis.resolve.TraceNode}s, a summary and the causes of failures.
 * {@link org.kpackworkbench.views.analysis.resolve.Traces} makes one from a resolved binary or from
 * the loads of a log, in the background. {@code LoadNodes} and {@code StepNodes} make the lines,
 * {@code StepWords} their texts.
 *
 * <p>{@code SimulatorView} holds the set-up ({@code SetUpPane} on a {@code SetUpModel}: devices,
 * variables, behaviour) and runs it again after each change; only the newest run counts ({@code
 * LatestWork}). {@code BinarySimulatorView} shows a binary, with a second set-up beside it in
 * {@code ComparePane}; {@code TreeSimulatorView} shows a folder as a grid of binaries and devices.
 */
package org.kpackworkbench.views.analysis.resolve;
