package org.kpackworkbench.model.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** MIOpen's text databases: a record that is one, and then any lines. */
public final class MiopenTextFuzz {
  private static final byte[] FIRST = "1-2-3-4=A:1\n".getBytes(StandardCharsets.US_ASCII);

  private MiopenTextFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(FIRST);
    text.writeBytes(input);
    DocumentFuzz.fuzzerTestOneInput(text.toByteArray());
  }
}
