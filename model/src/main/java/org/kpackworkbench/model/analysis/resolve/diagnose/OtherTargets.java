package org.kpackworkbench.model.analysis.resolve.diagnose;

import java.util.List;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Advice about code for other targets than that of a device. Stateless. */
final class OtherTargets {
  private OtherTargets() {}

  static boolean isFor(String device, List<String> targets) {
    String processor = GpuTarget.lenient(device).processor();
    return targets.stream().anyMatch(one -> GpuTarget.lenient(one).processor().equals(processor));
  }

  /** The target to build for: with the device's features only where other settings were built. */
  static String built(String device, List<String> targets) {
    return isFor(device, targets) ? device : GpuTarget.lenient(device).processor();
  }

  /**
   * Returns a warning about {@code HSA_OVERRIDE_GFX_VERSION}: the runtime then takes every GPU for
   * the one of that version and loads its code. Only where both processors share a generic target,
   * so that they have most instructions in common.
   *
   * @param targets what there is code for
   * @return a sentence that follows another one; empty if no code is that near
   */
  static String gamble(String device, List<String> targets) {
    GpuTarget own = GpuTarget.lenient(device);
    for (String written : targets) {
      GpuTarget target = GpuTarget.lenient(written);
      String digits = target.processor().replaceFirst("^gfx", "");
      if (!target.processor().equals(own.processor())
          && own.features().containsAll(target.features())
          && GpuTable.runnable(own).stream()
              .anyMatch(
                  generic -> GpuTable.runners(generic.processor()).contains(target.processor()))) {
        int minor = digits.length() - 2;
        return " An unsupported workaround: HSA_OVERRIDE_GFX_VERSION=%s.%d.%d lets the code for %s run on it, and nothing checks that results are right."
            .formatted(
                digits.substring(0, minor),
                Character.digit(digits.charAt(minor), 16),
                Character.digit(digits.charAt(minor + 1), 16),
                target);
      }
    }
    return "";
  }

  /** Whether another setting of xnack makes a device take code. */
  static boolean onlyXnack(GpuTarget own, String architecture) {
    List<GpuTarget.Feature> turned =
        own.features().stream()
            .map(
                each -> new GpuTarget.Feature(each.name(), each.name().equals("xnack") ^ each.on()))
            .toList();
    return !turned.equals(own.features())
        && turned.containsAll(GpuTarget.lenient(architecture).features());
  }
}
