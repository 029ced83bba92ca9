package org.kpackworkbench.model.format.codeobject;

import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyParser;
import org.kpackworkbench.model.fuzz.Check;

/** What a disassembler prints. */
public final class DisassemblyFuzz {
  private DisassemblyFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    DisassemblyParser parser = new DisassemblyParser();
    Check.text(input)
        .lines()
        .forEach(line -> Check.that(!parser.parse(line).toString().isEmpty(), "words"));
  }
}
