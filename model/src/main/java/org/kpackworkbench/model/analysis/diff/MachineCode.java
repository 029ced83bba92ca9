package org.kpackworkbench.model.analysis.diff;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.Kernel;

/**
 * The machine code in a side's bytes, for showing them as instructions.
 *
 * @param codeObject the code object that contains it
 * @param kernel the kernel whose code is compared; null for all code
 * @param address the virtual address of the first of the side's bytes
 */
public record MachineCode(CodeObject codeObject, @Nullable Kernel kernel, long address) {

  /**
   * Returns the request to list the machine code, with the usual bounds and with padding folded.
   */
  public DisassemblyRequest request() {
    if (kernel != null) {
      return DisassemblyRequest.of(codeObject, kernel);
    }
    DisassemblyRequest all = DisassemblyRequest.all(codeObject);
    return new DisassemblyRequest(codeObject, "", null, true, all.mostLines(), all.limit());
  }
}
