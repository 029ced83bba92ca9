/**
 * Running processes: which have libraries with device code mapped, and what these would load with
 * the process's own variables and files. Read only, with the user's own rights.
 */
package org.kpackworkbench.views.analysis.process;
