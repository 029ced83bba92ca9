package org.kpackworkbench.model.fuzz;

import java.io.IOException;

/** Archives of the schemes of this program's own, read and written again. */
public final class SchemeFuzz {
  private SchemeFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ArchiveFuzz.fuzzerTestOneInput(input);
    ArchiveEditFuzz.fuzzerTestOneInput(input);
  }
}
