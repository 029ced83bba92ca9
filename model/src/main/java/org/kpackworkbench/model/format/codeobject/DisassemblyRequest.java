package org.kpackworkbench.model.format.codeobject;

import java.time.Duration;

/**
 * What to disassemble.
 *
 * @param codeObject the code object
 * @param symbol the symbol whose code, or descriptor, is wanted; empty for all code
 * @param mostLines after how many lines to stop
 * @param limit after how long to stop
 */
public record DisassemblyRequest(
    CodeObject codeObject, String symbol, long mostLines, Duration limit) {
  private static final long MOST_LINES = 200_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** All code of a code object, with the usual bounds. */
  public static DisassemblyRequest all(CodeObject codeObject) {
    return new DisassemblyRequest(codeObject, "", MOST_LINES, LIMIT);
  }

  /** The code of one kernel, with the usual bounds. */
  public static DisassemblyRequest of(CodeObject codeObject, Kernel kernel) {
    return new DisassemblyRequest(codeObject, kernel.codeSymbol(), MOST_LINES, LIMIT);
  }

  /** The descriptor of one kernel, as assembler directives. */
  public static DisassemblyRequest ofDescriptor(CodeObject codeObject, Kernel kernel) {
    return new DisassemblyRequest(codeObject, kernel.symbol(), MOST_LINES, LIMIT);
  }
}
