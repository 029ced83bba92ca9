/**
 * Machine code compared by instruction. A {@code CodeListing} is what {@code llvm-objdump} lists of
 * one side, with all that depends on the place of the code kept apart; {@code InstructionAligner}
 * finds what belongs together; {@code AlignedCode} is the table of both.
 */
package org.kpackworkbench.model.analysis.diff.assembly;
