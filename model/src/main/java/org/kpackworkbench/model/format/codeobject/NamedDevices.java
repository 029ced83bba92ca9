package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The devices that a text names. Immutable.
 *
 * @param devices the devices, each once; two that differ in spelling only are two
 * @param unknown parts of the text that should name a device and do not
 * @param printed whether the text is what {@code rocminfo} or a tool like it prints
 */
public record NamedDevices(
    List<BinaryResolver.Device> devices, List<String> unknown, boolean printed) {
  private static final int MOST_SHOWN = 5;
  private static final int MOST_CHARACTERS = 40;

  public NamedDevices {
    devices = List.copyOf(devices);
    unknown = List.copyOf(unknown);
  }

  /** The devices' targets, each once. */
  public List<GpuTarget> targets() {
    return devices.stream().map(BinaryResolver.Device::target).distinct().toList();
  }

  /** What is wrong with the text, in a sentence; empty where nothing is. */
  public String problem() {
    if (!unknown.isEmpty()) {
      List<String> shown = unknown.stream().limit(MOST_SHOWN).map(NamedDevices::quoted).toList();
      int more = unknown.size() - shown.size();
      return "Not understood: %s%s. Name a target (gfx942:xnack-), a product (MI300X) or a family (gfx110X)."
          .formatted(String.join(", ", shown), more == 0 ? "" : " and %d more".formatted(more));
    }
    if (devices.isEmpty()) {
      return printed ? "No GPU is listed in it." : "No GPU is named.";
    }
    List<String> strange =
        targets().stream()
            .filter(target -> !Devices.isKnown(target))
            .map(GpuTarget::toString)
            .toList();
    return strange.isEmpty()
        ? ""
        : "%s is no processor that is known here; it is looked for all the same."
            .formatted(String.join(", ", strange));
  }

  private static String quoted(String text) {
    return "\"%s\""
        .formatted(
            text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text);
  }
}
