package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.OffloadWalk;

/** Device code of host binaries: wrappers, bundles, marker. */
public final class FatBinaryFuzz {
  private FatBinaryFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try {
      OffloadWalk.everything(ElfFile.read(ByteView.of("input.so", input)));
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
