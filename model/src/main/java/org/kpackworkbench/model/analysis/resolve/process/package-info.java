/**
 * Running processes as their loaders see them, read from {@code /proc} with no more than the user's
 * own rights (loader.md, "Path discovery").
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.process.ProcFolder} lists processes and opens
 * one: a {@link org.kpackworkbench.model.analysis.resolve.process.RunningProcess} has what is
 * mapped, its variables, and where its files are as seen from here, which is below {@code
 * /proc/PID/root} for one in a container. {@link
 * org.kpackworkbench.model.analysis.resolve.process.MachineDevices} are the GPUs that the kernel
 * driver knows.
 */
package org.kpackworkbench.model.analysis.resolve.process;
