package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;

/** TOML, and the configurations that are written in it. */
public final class TomlFuzz {
  private TomlFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ConfigFuzz.read(ConfigFormat.TOML, input);
  }
}
