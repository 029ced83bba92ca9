/**
 * Machine code beside machine code, by instruction.
 *
 * <p>{@link org.kpackworkbench.views.analysis.compare.code.CodeComparePane} is what others use. Its
 * model runs the disassembler, aligns, and knows which rows are folded away; it has no nodes.
 */
package org.kpackworkbench.views.analysis.compare.code;
