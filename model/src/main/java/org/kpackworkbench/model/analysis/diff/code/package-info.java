/** Comparing GPU code objects: target, kernels with registers, memory, arguments and code. */
package org.kpackworkbench.model.analysis.diff.code;
