/**
 * Running processes, read from {@code /proc} with the rights of the user (loader.md, "Path
 * discovery").
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.process.ProcFolder} lists processes and opens
 * one. A {@link org.kpackworkbench.model.analysis.resolve.process.RunningProcess} has its {@link
 * org.kpackworkbench.model.analysis.resolve.process.MemoryMap}, its variables, and the location of
 * its files as seen from this program: below {@code /proc/PID/root} for a process in a container.
 * {@link org.kpackworkbench.model.analysis.resolve.process.MachineDevices} are the GPUs that the
 * kernel driver reports.
 */
package org.kpackworkbench.model.analysis.resolve.process;
