/**
 * Compares GPU code objects: target, metadata, sections, and for each kernel its registers, memory,
 * arguments and machine code.
 */
package org.kpackworkbench.model.analysis.diff.code;
