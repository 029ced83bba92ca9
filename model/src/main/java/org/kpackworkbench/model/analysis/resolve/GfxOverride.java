package org.kpackworkbench.model.analysis.resolve;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.ProcessorTable;

/**
 * The effect of a variable such as {@code HSA_OVERRIDE_GFX_VERSION} on a runtime: it takes GPUs for
 * those of another processor, and loads the code for that. Immutable.
 *
 * @param node the number of the node that it is for; empty for all that have no variable of their
 *     own
 * @param version the variable's value
 * @param processor what it takes GPUs for, e.g. {@code gfx1100}
 */
public record GfxOverride(String node, String version, String processor) {
  public static final String VARIABLE = "HSA_OVERRIDE_GFX_VERSION";

  /** Numbers as the runtime reads them; larger ones than 15 have no digit in a processor's name. */
  private static final Pattern VERSION =
      Pattern.compile("([1-9]|[1-5][0-9]|6[0-3])\\.([0-9]|1[0-5])\\.([0-9]|1[0-5])");

  private static final Pattern NAME = Pattern.compile(VARIABLE + "(?:_([0-9]{1,6}))?");

  /** Whether a variable is the general one, or that of a node. */
  public static boolean isVariable(String name) {
    return NAME.matcher(name).matches();
  }

  /** Those of a process's variables that override versions, as {@code K=V}. */
  public static List<String> settings(Map<String, String> variables) {
    return new TreeMap<>(variables)
        .entrySet().stream()
            .filter(each -> isVariable(each.getKey()))
            .map(each -> each.getKey() + "=" + each.getValue())
            .toList();
  }

  /** Whether some settings, texts as {@code K=V}, have a variable of a node. */
  public static boolean isByNode(List<String> settings) {
    return settings.stream().anyMatch(setting -> setting.startsWith(VARIABLE + "_"));
  }

  private static Stream<GfxOverride> of(String name, String version) {
    Matcher variable = NAME.matcher(name);
    if (!variable.matches() || version.isEmpty()) {
      return Stream.empty();
    }
    Matcher parts = VERSION.matcher(checked(name, version));
    String node = variable.group(1) == null ? "" : variable.group(1);
    return !parts.matches()
        ? Stream.empty()
        : Stream.of(
            new GfxOverride(
                node,
                version,
                "gfx%s%x%x"
                    .formatted(
                        parts.group(1),
                        Integer.parseInt(parts.group(2)),
                        Integer.parseInt(parts.group(3)))));
  }

  /**
   * The variable's value as it is.
   *
   * @throws IllegalArgumentException if it is not empty and no version
   */
  public static String checked(String name, String version) {
    if (!version.isEmpty() && !VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          ("expected %s=MAJOR.MINOR.STEPPING in decimal, such as 11.0.0 for gfx1100 or 9.0.10 for"
                  + " gfx90a, found \"%s\"")
              .formatted(name, version));
    }
    return version;
  }

  /**
   * The devices under the effect of variables.
   *
   * @param devices as the runtime takes them, each once
   * @param settings the variables, as {@code K=V}
   * @param words what the runtime does, in sentences; empty if no variable is set
   */
  public record Taken(List<Device> devices, List<String> settings, String words) {}

  /**
   * Takes devices as the runtime does. They keep the settings of features that the other processor
   * has, too. Devices whose nodes are not known count as nodes 1, 2 and so on: node 0 is the host's
   * processor.
   *
   * @param variables by name; others are ignored
   */
  public static Taken taken(List<Device> devices, Map<String, String> variables) {
    List<GfxOverride> set =
        new TreeMap<>(variables)
            .entrySet().stream().flatMap(each -> of(each.getKey(), each.getValue())).toList();
    Map<GfxOverride, List<Device>> used = new LinkedHashMap<>();
    set.forEach(override -> used.put(override, new ArrayList<>()));
    List<Device> taken = new ArrayList<>();
    for (int i = 0; i < devices.size(); i++) {
      Device device = devices.get(i).at(0);
      String node = String.valueOf(devices.get(i).node() > 0 ? devices.get(i).node() : i + 1);
      GfxOverride override =
          set.stream()
              .filter(each -> each.node.equals(node))
              .findFirst()
              .or(() -> set.stream().filter(each -> each.node.isEmpty()).findFirst())
              .orElse(null);
      if (override != null) {
        used.computeIfAbsent(override, none -> new ArrayList<>()).add(device);
      }
      taken.add(override == null ? device : override.taken(device));
    }
    List<String> words = new ArrayList<>();
    used.forEach(
        (override, own) ->
            words.add(
                override.variable()
                    + "="
                    + override.version
                    + ": "
                    + (own.isEmpty() && (!devices.isEmpty() || !override.node.isEmpty())
                        ? override.unused()
                        : override.effect(own, set.size() > 1))));
    return new Taken(
        taken.stream().distinct().toList(),
        set.stream().map(override -> override.variable() + "=" + override.version).toList(),
        String.join(" ", words));
  }

  private String variable() {
    return node.isEmpty() ? VARIABLE : VARIABLE + "_" + node;
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

  private String unused() {
    return node.isEmpty()
        ? "every GPU has the variable of its own node, so this one has no effect."
        : "no GPU is node %s. Nodes of GPUs usually begin with 1, since 0 is the host's processor."
            .formatted(node);
  }

  private String effect(List<Device> own, boolean besides) {
    String names =
        own.stream().map(device -> device.target().processor()).distinct().collect(joining(", "));
    String others =
        own.stream()
            .map(device -> device.target().processor())
            .filter(name -> !major(name).equals(major(processor)))
            .distinct()
            .collect(joining(", "));
    return "the runtime takes %s for %s and loads its code. This is unsupported, and nothing checks that results are right."
            .formatted(
                node.isEmpty()
                    ? besides ? "every GPU whose node has no variable of its own" : "every GPU"
                    : "the GPU of node %s (%s)".formatted(node, names),
                processor)
        + (others.isEmpty()
            ? ""
            : " Runtimes from mid-2026 on refuse it for %s, which has another major version."
                .formatted(others));
  }

  /** The first number of a version: two digits at the end of a name are minor and stepping. */
  private static String major(String name) {
    return name.startsWith("gfx") && name.length() > 5
        ? name.substring(3, name.length() - 2)
        : name;
  }
}
