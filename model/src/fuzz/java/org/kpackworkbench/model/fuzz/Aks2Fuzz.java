package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** AOTriton's packed kernels: header, directory, images. */
public final class Aks2Fuzz {
  private static final byte[] MAGIC = "AKS2".getBytes(StandardCharsets.US_ASCII);

  private Aks2Fuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    // Most of what a fuzzer tries would be another format.
    System.arraycopy(MAGIC, 0, input, 0, Math.min(MAGIC.length, input.length));
    DocumentFuzz.fuzzerTestOneInput(input);
  }
}
