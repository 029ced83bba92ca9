/**
 * Running processes: which have mapped binaries with device code, and what a loader finds for these
 * with the variables and files of the process. Read only, with the rights of the user.
 *
 * <p>{@code ProcessPage} lists the processes; {@code ProcessPane} resolves the binaries of the
 * selected one and shows the trace.
 */
package org.kpackworkbench.views.analysis.process;
