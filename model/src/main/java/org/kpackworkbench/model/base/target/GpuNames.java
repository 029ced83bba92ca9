package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.text.ListText;

/**
 * Reads names of GPUs: a target in any spelling, a product, a family of builds, a key of packages,
 * each also with a number of compute units ({@code gfx90a/104}), and what {@code rocminfo} and
 * {@code rocm_agent_enumerator} print. What the names are is in {@link GpuTable}.
 */
public final class GpuNames {
  /** Examples of names, for messages. */
  public static final String EXAMPLES = "gfx942:sramecc+:xnack-, MI300X, gfx110X-all";

  private static final int MOST_NEAR = 3;

  /** Words of product names without information. */
  private static final Set<String> FILLERS =
      Set.of(
          "amd",
          "radeon",
          "instinct",
          "graphics",
          "gpu",
          "igpu",
          "laptop",
          "mobile",
          "pro",
          "ai",
          "tm",
          "r",
          "ryzen");

  private static final Pattern TARGET =
      Pattern.compile(
          "(?<![0-9A-Za-z])gfx[0-9][0-9a-f]*(?:-[0-9]+)*(?:-generic|[-_]strict|v\\d{1,2})?"
              + "(?::[a-z][a-z0-9_-]*[-+]?|[-_](?:xnack|sramecc)[a-z]*[-+]?)*(?![0-9A-Za-z])");

  private static final String TRIPLE = "^amdgcn-amd-amdhsa--";

  /** A compiler's triple with the processor in it, {@code amdgpu9.42-amd-amdhsa}. */
  private static final Pattern NEW_TRIPLE =
      Pattern.compile("amdgpu[0-9a-f.]+-amd-amdhsa\\S*", Pattern.CASE_INSENSITIVE);

  /** Features without a name, which loaders drop. */
  private static final Pattern EMPTY = Pattern.compile(":+(?=:|$)");

  private static final Pattern UNITS =
      Pattern.compile("(?<name>.*[^/\\s])\\s*/\\s*(?<units>\\d{1,4})");

  private static final String HOST = "gfx000";

  /** Lines that {@code rocminfo} and programs like it print around targets. */
  private static final Pattern PRINTED =
      Pattern.compile("(?m)^\\s*(HSA Agents|Agent \\d+|ROCk module|.*Marketing Name|ISA \\d+)\\b");

  private static final Pattern AGENT = Pattern.compile("(?m)^\\s*Agent \\d+\\b");
  private static final Pattern COMPUTE_UNITS =
      Pattern.compile("(?m)^\\s*Compute Unit:\\s+(\\d{1,4})\\s*$");

  private static final Pattern MEANT = Pattern.compile("[^\\s,;]*gfx[^\\s,;]*");

  private static final Map<String, Device> BY_PRODUCT = byProduct();

  private GpuNames() {}

  /**
   * The devices of one name. A target is handed to loaders just as it is written, whatever the
   * order of its features, and with empty ones between its colons. A target whose processor is not
   * known is a device, too; {@link #known} refuses it.
   *
   * @throws IllegalArgumentException if it is no name, or a feature has neither {@code +} nor
   *     {@code -}
   */
  public static List<Device> handed(String text) {
    String name = text.strip();
    Matcher counted = UNITS.matcher(name);
    if (counted.matches()) {
      int units = Integer.parseInt(counted.group("units"));
      return handed(counted.group("name")).stream().map(one -> one.with(units)).toList();
    }
    Set<String> members = GpuTable.group(name).isPresent() ? GpuTable.members(name) : Set.of();
    if (!members.isEmpty()) {
      return members.stream().map(GpuTarget::of).map(Device::of).toList();
    }
    String plain = EMPTY.matcher(name).replaceAll("").replaceFirst(TRIPLE, "");
    if (TARGET.matcher(plain).matches() && !plain.equals(HOST)) {
      return List.of(new Device(checked(plain), Device.written(name).handed(), 0, 0));
    }
    String lower = plain.toLowerCase(Locale.ROOT);
    if (GpuTable.isTarget(lower)
        || NEW_TRIPLE.matcher(lower).matches()
        || (TARGET.matcher(lower).matches() && !lower.equals(HOST))) {
      return List.of(Device.of(checked(lower)));
    }
    Device product = BY_PRODUCT.get(key(name));
    List<Device> found =
        product != null
            ? List.of(product)
            : GpuTable.isGroup(name)
                ? GpuTable.members(name).stream().map(GpuTarget::of).map(Device::of).toList()
                : isPrinted(name) ? printed(text) : List.of();
    if (found.isEmpty()) {
      throw unknown(name);
    }
    return found;
  }

  /**
   * Likewise, where only known GPUs are meant.
   *
   * @throws IllegalArgumentException also if a processor is not known, with the names that are near
   */
  public static List<Device> known(String text) {
    List<Device> devices = handed(text);
    devices.forEach(GpuNames::requireKnown);
    return devices;
  }

  /**
   * Refuses a device whose processor is not in the table.
   *
   * @throws IllegalArgumentException with the names that are near
   */
  public static void requireKnown(Device device) {
    if (!GpuTable.isTarget(device.target().processor())) {
      throw unknown(device.written());
    }
  }

  private static boolean isPrinted(String text) {
    return text.matches("(?s).*\\s.*")
        && MEANT.matcher(text).results().allMatch(word -> isName(word.group()));
  }

  private static IllegalArgumentException unknown(String name) {
    List<String> near = GpuTable.nearest(name, MOST_NEAR);
    return new IllegalArgumentException(
        "\"%s\" is not the name of a known GPU; %s"
            .formatted(
                shortened(name),
                near.isEmpty()
                    ? "expected a target, a product or a family, such as " + EXAMPLES
                    : "is it " + String.join(" or ", near) + "?"));
  }

  private static GpuTarget checked(String name) {
    GpuTarget target = GpuTarget.parse(name);
    TextReduction.of(List.of(target.toString()));
    return target;
  }

  /**
   * Reads a text that was typed or pasted: names with commas or on lines of their own, or what a
   * tool prints. Targets are handed over as {@link #handed} says. Never fails.
   */
  public static NamedDevices read(String text) {
    Set<Device> devices = new LinkedHashSet<>();
    List<String> unknown = new ArrayList<>();
    if (PRINTED.matcher(text).find()) {
      devices.addAll(printed(text));
      MEANT
          .matcher(text)
          .results()
          .map(match -> match.group())
          .filter(word -> !TARGET.matcher(word).find() && !unknown.contains(word))
          .forEach(unknown::add);
      return new NamedDevices(List.copyOf(devices), unknown, true);
    }
    for (String name : names(text)) {
      if (MEANT.matcher(name).results().anyMatch(word -> !isName(word.group()))) {
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
          words.stream().allMatch(word -> isName(word) || BY_PRODUCT.containsKey(key(word)));
      names.addAll(list ? words : List.of(name));
    }
    names.removeIf(name -> name.isEmpty() || name.equals(HOST));
    return names;
  }

  /** Whether a word is a target or a name for several, from end to end. */
  private static boolean isName(String word) {
    String name =
        EMPTY
            .matcher(word.toLowerCase(Locale.ROOT).replaceFirst("/\\d+$", ""))
            .replaceAll("")
            .replaceFirst("^amdgcn-[a-z]*-amdhsa--", "");
    return TARGET.matcher(name).matches()
        || GpuTable.isTarget(name)
        || GpuTable.isGroup(name)
        || NEW_TRIPLE.matcher(name).matches();
  }

  /** The devices that tools print, each once. */
  private static List<Device> printed(String text) {
    List<Device> devices = new ArrayList<>();
    for (String agent : AGENT.split(text, -1)) {
      List<GpuTarget> targets = targets(agent);
      Matcher units = COMPUTE_UNITS.matcher(agent);
      int count = units.find() ? Integer.parseInt(units.group(1)) : 0;
      targets.forEach(target -> devices.add(Device.of(target, counted(target, count))));
    }
    return devices.stream().distinct().toList();
  }

  /** From gfx1010 on, libraries count pairs of compute units; before, and from gfx1250 on, all. */
  private static int counted(GpuTarget target, int units) {
    String family = target.family();
    boolean pairs =
        List.of("gfx10", "gfx11", "gfx12").contains(family)
            && !target.processor().startsWith("gfx125");
    return pairs ? units / 2 : units;
  }

  /**
   * Takes the targets out of what tools print of an agent. They print its bare processor and its
   * generic targets, too, which are left out.
   */
  private static List<GpuTarget> targets(String agent) {
    Set<GpuTarget> found = new LinkedHashSet<>();
    Matcher matcher = TARGET.matcher(agent);
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
                      GpuTable.runnable(other).contains(one)
                          || (!other.equals(one) && other.bare().equals(one)));
      if (!covered) {
        devices.add(one);
      }
    }
    return devices;
  }

  private static Map<String, Device> byProduct() {
    Map<String, Device> found = new HashMap<>();
    GpuTable.products()
        .forEach(
            (processor, products) ->
                products.forEach(
                    each ->
                        found.put(
                            key(each.name()), Device.of(GpuTarget.of(processor), each.units()))));
    return Map.copyOf(found);
  }

  private static String key(String product) {
    return Arrays.stream(product.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
        .filter(word -> !FILLERS.contains(word))
        .collect(Collectors.joining());
  }

  private static String shortened(String text) {
    int most = NamedDevices.MOST_CHARACTERS;
    return text.length() > most ? text.substring(0, most) + "…" : text;
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

    /** The fault of the text, in a sentence; empty if it has none. */
    public String problem() {
      if (!unknown.isEmpty()) {
        List<String> shown =
            unknown.stream().map(name -> "\"%s\"".formatted(shortened(name))).toList();
        List<String> near = GpuTable.nearest(unknown.getFirst(), MOST_NEAR);
        return "Not understood: %s. %s"
            .formatted(
                ListText.some(shown, MOST_SHOWN),
                near.isEmpty()
                    ? "Name a target (gfx942:xnack-), a product (MI300X) or a family"
                        + " (gfx110X-all)."
                    : "Is it %s?".formatted(String.join(" or ", near)));
      }
      if (devices.isEmpty()) {
        return printed ? "No GPU is listed in it." : "No GPU is named.";
      }
      Collection<String> strange =
          targets().stream()
              .filter(target -> !GpuTable.isTarget(target.processor()))
              .map(GpuTarget::toString)
              .toList();
      return strange.isEmpty()
          ? ""
          : "%s is not a known processor; it is looked up anyway."
              .formatted(String.join(", ", strange));
    }
  }
}
