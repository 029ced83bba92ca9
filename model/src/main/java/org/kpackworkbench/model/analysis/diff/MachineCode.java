package org.kpackworkbench.model.analysis.diff;

import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;

/**
 * What machine code a side's bytes are, so that they can be shown as instructions.
 *
 * @param codeObject the code object that contains it
 * @param symbol the symbol whose code is compared; empty for all code
 * @param address the virtual address of the first of the side's bytes
 */
public record MachineCode(CodeObject codeObject, String symbol, long address) {

  /** What lists it, with the usual bounds. */
  public DisassemblyRequest request() {
    DisassemblyRequest all = DisassemblyRequest.all(codeObject);
    return new DisassemblyRequest(codeObject, symbol, null, all.mostLines(), all.limit());
  }
}
