package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.target.GenericTargets;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.TargetReductions;
import org.kpackworkbench.model.base.text.ListText;

/**
 * What people call a GPU: a target in any spelling, a product's name, a family of targets, or what
 * {@code rocminfo} and {@code rocm_agent_enumerator} print.
 */
public final class Devices {
  /**
   * A processor, then products that have it; AMD's "GPU hardware specifications" and LLVM's AMDGPU
   * usage guide name them. A new one is a new line or a new word.
   */
  private static final String PRODUCTS =
      """
      gfx900: MI25, RX Vega 56, RX Vega 64
      gfx906: MI50, MI60, VII
      gfx908: MI100
      gfx90a: MI210, MI250, MI250X
      gfx942: MI300A, MI300X, MI325X
      gfx950: MI350X, MI355X
      gfx1010: RX 5700, RX 5700 XT
      gfx1012: RX 5500 XT
      gfx1030: RX 6800, RX 6800 XT, RX 6900 XT, RX 6950 XT, W6800, V620
      gfx1031: RX 6700 XT, RX 6750 XT
      gfx1032: RX 6600, RX 6600 XT, RX 6650 XT, W6600
      gfx1034: RX 6400, RX 6500 XT
      gfx1035: 680M
      gfx1100: RX 7900 XTX, RX 7900 XT, RX 7900 GRE, W7800, W7900
      gfx1101: RX 7700 XT, RX 7800 XT, W7700, V710
      gfx1102: RX 7600, RX 7600 XT, W7500, W7600
      gfx1103: 780M
      gfx1150: 890M
      gfx1151: 8060S
      gfx1152: 860M
      gfx1200: RX 9060, RX 9060 XT
      gfx1201: RX 9070, RX 9070 XT, RX 9070 GRE, R9700
      """;

  /** Words of product names without information. */
  private static final Pattern FILLERS =
      Pattern.compile("amd|radeon|instinct|graphics|pro|ai|\\(tm\\)|[^a-z0-9]");

  private static final Pattern TARGET =
      Pattern.compile(
          "(?<![0-9A-Za-z])gfx[0-9][0-9a-f]*(?:-[0-9]+)*(?:-generic|[-_]strict)?"
              + "(?:(?::|[-_](?=xnack|sramecc))[a-z]+[-+pm]?)*(?![0-9A-Za-z])");

  private static final String TRIPLE = "^amdgcn-amd-amdhsa--";

  /** Features without a name, which loaders drop. */
  private static final Pattern EMPTY = Pattern.compile(":+(?=:|$)");

  /** What is meant as a target alone. */
  private static final Pattern WRITTEN =
      Pattern.compile("(?:amdgcn-amd-amdhsa--)?gfx[0-9][^\\s,;]*");

  /** {@code gfx94X}, {@code gfx110X-all}: the last digits are any. */
  private static final Pattern WILDCARD = Pattern.compile("(gfx[0-9]+)[xX](?:-[a-z]+)?");

  /** {@code gfx11}: a generation. */
  private static final Pattern GENERATION = Pattern.compile("gfx[0-9]{1,2}");

  /** What the host's own processor is called among agents. */
  private static final String HOST = "gfx000";

  /** What {@code rocminfo} and programs like it print around targets. */
  private static final Pattern PRINTED =
      Pattern.compile("(?m)^\\s*(HSA Agents|Agent \\d+|ROCk module|.*Marketing Name|ISA \\d+)\\b");

  /** Something that is meant to be a target. */
  private static final Pattern MEANT = Pattern.compile("[^\\s,;]*gfx[^\\s,;]*");

  private static final Map<String, String> BY_PRODUCT = byProduct();

  private Devices() {}

  /**
   * The targets that a text names, each once.
   *
   * @throws IllegalArgumentException if it names none, or a feature has neither {@code +} nor
   *     {@code -}
   */
  public static List<GpuTarget> named(String text) {
    String name = text.strip();
    boolean target = TARGET.matcher(name).matches() && !name.equals(HOST);
    if (target && !GENERATION.matcher(name).matches()) {
      return List.of(checked(GpuTarget.parse(name)));
    }
    String product = BY_PRODUCT.get(key(name));
    if (product != null) {
      return List.of(GpuTarget.of(product));
    }
    List<GpuTarget> found = family(name);
    if (found.isEmpty()) {
      found = printed(text);
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "\"%s\" is not the name of a known GPU; give its target, such as gfx942:sramecc+:xnack-"
              .formatted(name));
    }
    return found;
  }

  /**
   * The devices that a text names. A target is handed to loaders just as it is written, whatever
   * the order of its features, and with empty ones between its colons.
   *
   * @throws IllegalArgumentException as {@link #named}
   */
  public static List<Device> handed(String text) {
    String written = text.strip();
    boolean target = WRITTEN.matcher(written).matches();
    List<GpuTarget> found =
        named(target ? EMPTY.matcher(written).replaceAll("").replaceFirst(TRIPLE, "") : text);
    boolean alone = found.size() == 1 && !GENERATION.matcher(written).matches();
    return target && alone && !WILDCARD.matcher(written).matches()
        ? List.of(new Device(found.getFirst(), Device.written(written).handed()))
        : found.stream().map(Device::of).toList();
  }

  /**
   * What a text names that was typed or pasted: names with commas or on lines of their own, or what
   * a tool prints. Targets are handed over as {@link #handed} says. Never fails.
   */
  public static NamedDevices read(String text) {
    Set<Device> devices = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    boolean printed = PRINTED.matcher(text).find();
    if (printed) {
      printed(text).forEach(target -> devices.add(Device.of(target)));
      MEANT
          .matcher(text)
          .results()
          .map(match -> match.group())
          .filter(word -> !TARGET.matcher(word).find() && !unknown.contains(word))
          .forEach(unknown::add);
      return new NamedDevices(List.copyOf(devices), unknown, true);
    }
    for (String name : names(text)) {
      if (MEANT.matcher(name).results().anyMatch(word -> !isWhole(word.group()))) {
        unknown.add(name);
        continue;
      }
      try {
        devices.addAll(handed(name));
      } catch (IllegalArgumentException nothing) {
        unknown.add(name);
      }
    }
    return new NamedDevices(List.copyOf(devices), unknown, false);
  }

  /**
   * The parts of a typed text that name one thing each: what commas, semicolons or line breaks
   * separate, and words, where each of them is a name. The host's own processor is left out.
   */
  public static List<String> names(String text) {
    List<String> names = new ArrayList<>();
    for (String piece : text.split("[,;\\n\\r]+", -1)) {
      String name = piece.strip();
      List<String> words = Arrays.asList(name.split("\\s+"));
      boolean list =
          words.stream().allMatch(word -> isWhole(word) || BY_PRODUCT.containsKey(key(word)));
      names.addAll(list ? words : List.of(name));
    }
    names.removeIf(name -> name.isEmpty() || name.equals(HOST));
    return names;
  }

  /** Whether a word that has a target in it is one from end to end. */
  private static boolean isWhole(String word) {
    String name = EMPTY.matcher(word).replaceAll("").replaceFirst("^amdgcn-[a-z]*-amdhsa--", "");
    return TARGET.matcher(name).matches()
        || WILDCARD.matcher(name).matches()
        || GENERATION.matcher(name).matches();
  }

  /** Products by the processor that they have, in the order of processors. */
  static Map<String, List<String>> products() {
    Map<String, List<String>> products = new LinkedHashMap<>();
    for (String line : PRODUCTS.lines().toList()) {
      int colon = line.indexOf(':');
      products.put(
          line.substring(0, colon),
          Arrays.stream(line.substring(colon + 1).split(",")).map(String::strip).toList());
    }
    return products;
  }

  /** Whether a target's processor is one that is known. */
  public static boolean isKnown(GpuTarget target) {
    return ProcessorTable.standard().processors().stream()
        .anyMatch(known -> known.name().equals(target.processor()));
  }

  private static GpuTarget checked(GpuTarget target) {
    TargetReductions.of(target);
    return target;
  }

  private static List<GpuTarget> family(String name) {
    Matcher wildcard = WILDCARD.matcher(name);
    if (wildcard.matches()) {
      String start = wildcard.group(1);
      return processors().stream()
          .filter(one -> one.length() == start.length() + 1 && one.startsWith(start))
          .map(GpuTarget::of)
          .toList();
    }
    return GENERATION.matcher(name).matches()
        ? processors().stream().map(GpuTarget::of).filter(one -> one.family().equals(name)).toList()
        : List.of();
  }

  static List<String> processors() {
    return ProcessorTable.standard().processors().stream()
        .map(Processor::name)
        .filter(name -> name.startsWith("gfx") && !name.contains("-"))
        .toList();
  }

  /**
   * Takes the targets out of what tools print. Of a device they print its bare processor and its
   * generic targets, too, which are left out.
   */
  private static List<GpuTarget> printed(String text) {
    Set<GpuTarget> found = new LinkedHashSet<>();
    Matcher matcher = TARGET.matcher(text);
    while (matcher.find()) {
      if (!matcher.group().equals(HOST)) {
        found.add(GpuTarget.lenient(matcher.group()));
      }
    }
    List<GpuTarget> devices = new ArrayList<>();
    for (GpuTarget one : found) {
      boolean covered =
          found.stream()
              .anyMatch(
                  other ->
                      GenericTargets.of(other).contains(one)
                          || (!other.equals(one) && other.bare().equals(one)));
      if (!covered) {
        devices.add(one);
      }
    }
    return List.copyOf(devices);
  }

  private static Map<String, String> byProduct() {
    Map<String, String> found = new HashMap<>();
    products()
        .forEach(
            (processor, products) ->
                products.forEach(product -> found.put(key(product), processor)));
    return Map.copyOf(found);
  }

  private static String key(String product) {
    return FILLERS.matcher(product.toLowerCase(Locale.ROOT)).replaceAll("");
  }

  /**
   * The devices that a text names. Immutable.
   *
   * @param devices the devices, each once; two that differ in spelling only are two
   * @param unknown parts of the text that should name a device and do not
   * @param printed whether the text is what {@code rocminfo} or a tool like it prints
   */
  public record NamedDevices(List<Device> devices, List<String> unknown, boolean printed) {
    private static final int MOST_SHOWN = 5;
    private static final int MOST_CHARACTERS = 40;

    public NamedDevices {
      devices = List.copyOf(devices);
      unknown = List.copyOf(unknown);
    }

    /** The devices' targets, each once. */
    public List<GpuTarget> targets() {
      return devices.stream().map(Device::target).distinct().toList();
    }

    /** What is wrong with the text, in a sentence; empty if nothing is. */
    public String problem() {
      if (!unknown.isEmpty()) {
        List<String> shown = unknown.stream().map(NamedDevices::quoted).toList();
        return "Not understood: %s. Name a target (gfx942:xnack-), a product (MI300X) or a family (gfx110X)."
            .formatted(ListText.some(shown, MOST_SHOWN));
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
          : "%s is not a known processor; it is looked up anyway."
              .formatted(String.join(", ", strange));
    }

    private static String quoted(String text) {
      return "\"%s\""
          .formatted(
              text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "…" : text);
    }
  }
}
