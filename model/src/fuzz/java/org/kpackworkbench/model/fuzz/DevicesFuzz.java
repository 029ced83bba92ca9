package org.kpackworkbench.model.fuzz;

import java.util.Map;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;

/** What people paste to name GPUs: names, what rocminfo prints, variables of the environment. */
public final class DevicesFuzz {
  private DevicesFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    String text = Check.text(input);
    NamedDevices devices = GpuNames.read(text);
    devices.problem();
    try {
      Check.that(!GpuNames.handed(text).isEmpty(), "no GPU for a name that is known");
    } catch (IllegalArgumentException documented) {
      Check.that(documented.getMessage() != null, "says why");
    }
    Map<String, String> variables =
        Map.of(
            LoaderEnvironment.PATH,
            text,
            LoaderEnvironment.PATH_PREFIX,
            text,
            LoaderEnvironment.ARCH_OVERRIDE,
            text,
            LoaderEnvironment.DEBUG,
            text);
    Check.listed(LoaderEnvironment.of(variables).warnings(PathRules.LINUX));
    Check.listed(LoaderEnvironment.of(variables).warnings(PathRules.WINDOWS));
  }
}
