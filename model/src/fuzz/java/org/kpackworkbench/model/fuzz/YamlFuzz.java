package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;

/** YAML, and the configurations that are written in it. */
public final class YamlFuzz {
  private YamlFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ConfigFuzz.read(ConfigFormat.YAML, input);
  }
}
