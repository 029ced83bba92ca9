package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfWalk;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;

/** Host binaries: sections, segments, symbols, relocations, notes, layout. */
public final class ElfFuzz {
  private ElfFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      ElfFile elf = ElfFile.read(ByteView.of("input.so", input));
      elf.problems().forEach(Check::refusal);
      ElfWalk.everything(elf);
      LayoutVerifier.verify(elf);
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
