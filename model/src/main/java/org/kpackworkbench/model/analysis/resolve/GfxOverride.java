package org.kpackworkbench.model.analysis.resolve;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;

/**
 * What {@code HSA_OVERRIDE_GFX_VERSION} makes a runtime do: it takes every GPU for one of another
 * processor, and loads the code for that. Immutable.
 *
 * @param version the variable's value
 * @param processor what it takes GPUs for, e.g. {@code gfx1100}
 */
public record GfxOverride(String version, String processor) {
  public static final String VARIABLE = "HSA_OVERRIDE_GFX_VERSION";

  /** Numbers as the runtime reads them; larger ones than 15 have no digit in a processor's name. */
  private static final Pattern VERSION =
      Pattern.compile("([1-9]|[1-5][0-9]|6[0-3])\\.([0-9]|1[0-5])\\.([0-9]|1[0-5])");

  /**
   * Reads the variable's value.
   *
   * @param version three decimal numbers with dots between them; empty if it is not set
   * @throws IllegalArgumentException if it is neither
   */
  public static Optional<GfxOverride> of(String version) {
    Matcher parts = VERSION.matcher(checked(version));
    return parts.matches()
        ? Optional.of(
            new GfxOverride(
                version,
                "gfx%s%x%x"
                    .formatted(
                        parts.group(1),
                        Integer.parseInt(parts.group(2)),
                        Integer.parseInt(parts.group(3)))))
        : Optional.empty();
  }

  /**
   * The variable's value as it is.
   *
   * @throws IllegalArgumentException if it is not empty and no version
   */
  public static String checked(String version) {
    if (!version.isEmpty() && !VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          ("expected %s=MAJOR.MINOR.STEPPING in decimal, such as 11.0.0 for gfx1100 or 9.0.10 for"
                  + " gfx90a, found \"%s\"")
              .formatted(VARIABLE, version));
    }
    return version;
  }

  /**
   * The devices as the runtime takes them, each once. They keep the settings of features that the
   * other processor has, too.
   */
  public List<Device> taken(List<Device> devices) {
    return devices.stream().map(this::taken).distinct().toList();
  }

  private Device taken(Device device) {
    Processor known = ProcessorTable.standard().byName(processor);
    Stream<GpuTarget.Feature> features =
        device.target().features().stream()
            .filter(
                feature ->
                    known == null
                        || (feature.name().equals("xnack") ? known.xnack() : known.sramecc())
                            == Processor.Choice.SELECTABLE);
    return Device.of(new GpuTarget(processor, features.toList()));
  }

  /** What it does, and that it is a gamble, in two sentences. */
  public String words() {
    return ("%s=%s: the runtime takes every GPU for %s and loads its code. This is unsupported, and"
            + " nothing checks that results are right.")
        .formatted(VARIABLE, version, processor);
  }
}
