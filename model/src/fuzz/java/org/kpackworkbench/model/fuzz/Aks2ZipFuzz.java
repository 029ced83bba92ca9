package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** ZIP archives of AOTriton's packed kernels: directory, members, and what is in them. */
public final class Aks2ZipFuzz {
  private static final byte[] START = "PK\3\4".getBytes(StandardCharsets.ISO_8859_1);

  private Aks2ZipFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    // Most of what a fuzzer tries would be another format.
    System.arraycopy(START, 0, input, 0, Math.min(START.length, input.length));
    DocumentFuzz.fuzzerTestOneInput(input);
  }
}
