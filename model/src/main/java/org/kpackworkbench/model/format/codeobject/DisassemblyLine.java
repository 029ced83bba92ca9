package org.kpackworkbench.model.format.codeobject;

/** A line of a disassembly. */
public sealed interface DisassemblyLine {

  /**
   * An instruction.
   *
   * @param address virtual address
   * @param hex its bytes as 32-bit words, e.g. {@code F4000180 F8000008}
   * @param text the instruction itself
   * @param symbol the symbol whose code it is part of; empty where none was named
   * @param target for a branch where it goes, e.g. {@code foo+0xa0}; else empty
   */
  record Instruction(long address, String hex, String text, String symbol, String target)
      implements DisassemblyLine {}

  /** Where a symbol's code starts. */
  record Label(long address, String symbol) implements DisassemblyLine {}

  /** Any other line: a heading, a directive of a descriptor, a remark. */
  record Text(String text) implements DisassemblyLine {}
}
