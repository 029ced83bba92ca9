package org.kpackworkbench.model.base.config;

import java.nio.file.Path;
import java.util.Locale;

/** The languages in which configurations are written. */
public enum ConfigFormat {
  TOML,
  YAML,
  JSON;

  /** By a file's name; where that does not tell, JSON for what begins with a brace, else YAML. */
  public static ConfigFormat of(Path file, String text) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".toml")) {
      return TOML;
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return YAML;
    }
    return name.endsWith(".json") || text.stripLeading().startsWith("{") ? JSON : YAML;
  }
}
