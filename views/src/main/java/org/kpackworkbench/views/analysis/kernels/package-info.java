/**
 * Views of what the kernels of a file or a tree use: a table, a chart, and the same kernel
 * elsewhere.
 */
package org.kpackworkbench.views.analysis.kernels;
