package org.kpackworkbench.model.fuzz;

import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.format.packages.WheelVariants;

/** JSON, and what is written in it: configurations, descriptions of wheels' variants. */
public final class JsonFuzz {
  private JsonFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ConfigFuzz.read(ConfigFormat.JSON, input);
    try {
      WheelVariants.read(Check.text(input)).properties().values().forEach(Check::listed);
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
  }
}
