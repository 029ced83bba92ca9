package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;

/** JSON, and the configurations that are written in it. */
public final class JsonFuzz {
  private JsonFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ConfigFuzz.read(ConfigFormat.JSON, input);
  }
}
