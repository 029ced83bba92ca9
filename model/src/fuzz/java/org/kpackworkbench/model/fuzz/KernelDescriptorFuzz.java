package org.kpackworkbench.model.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Descriptors of hip-kernel-provider: a source that is one, and then any text. */
public final class KernelDescriptorFuzz {
  private static final byte[] FIRST =
      "{\"first\": {\"kernel_source\": {}}, \"next\": ".getBytes(StandardCharsets.US_ASCII);

  private KernelDescriptorFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(FIRST);
    text.writeBytes(input);
    DocumentFuzz.fuzzerTestOneInput(text.toByteArray());
  }
}
