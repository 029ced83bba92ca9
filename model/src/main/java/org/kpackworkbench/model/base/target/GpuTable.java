package org.kpackworkbench.model.base.target;

import java.io.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.base.text.ResourceLines;

/**
 * The names of GPUs, as data: processors with their features, families of builds, keys of packages,
 * generic processors and products, from the resources {@code processors.txt} and {@code gpus.txt}.
 * All that takes or prints a GPU asks this table. Immutable, safe for use by many threads.
 */
public final class GpuTable {
  private static final String SRAMECC = "sramecc";
  private static final String XNACK = "xnack";

  /** Names of some generic processors in the first, shorter table. */
  private static final Map<String, String> OLDER_NAMES =
      Map.of("gfx10-1-generic", "gfx10-generic", "gfx10-3-generic", "gfx10-generic");

  /** Names of targets that are no processors. */
  private static final Set<String> OTHERS = Set.of("amdgcnspirv", "gfx10-generic");

  /** {@code gfx94x}: the last digits are any. */
  private static final Pattern ANY_DIGIT = Pattern.compile("gfx\\d[0-9a-f]*x{1,2}");

  /** hipBLASLt's name for devices of one revision, {@code gfx1250v0}. */
  private static final Pattern REVISION = Pattern.compile("(gfx[0-9a-f]+)v\\d{1,2}");

  private static final Map<String, Listed> PROCESSORS = new LinkedHashMap<>();

  /** Members of families and keys, by their plain names. */
  private static final Map<String, Set<String>> MEMBERS = new LinkedHashMap<>();

  /** How families and keys are written, by their plain names. */
  private static final Map<String, String> WRITTEN = new LinkedHashMap<>();

  private static final Map<String, String> ABOVE = new HashMap<>();

  /** Keys as packages have them, by the plain names of keys and their aliases. */
  private static final Map<String, String> KEYS = new HashMap<>();

  private static final Map<String, List<String>> GENERICS = new LinkedHashMap<>();
  private static final Map<String, String> GENERIC_OF = new HashMap<>();
  private static final Map<String, String> LLVM_GENERIC_OF = new HashMap<>();
  private static final Map<String, List<Product>> PRODUCTS = new LinkedHashMap<>();

  static {
    listed(ResourceLines.of(GpuTable.class, "processors.txt"))
        .forEach(each -> PROCESSORS.put(each.name(), each));
    readNames(ResourceLines.of(GpuTable.class, "gpus.txt"));
  }

  private GpuTable() {}

  /**
   * A processor of the table.
   *
   * @param number its number in code objects
   * @param name e.g. {@code gfx90a}
   * @param generation the layout of its kernel descriptors
   * @param features the features that targets name; in brackets those that are always on
   */
  public record Listed(int number, String name, String generation, List<String> features) {
    public Listed {
      features = List.copyOf(features);
    }
  }

  /**
   * A product.
   *
   * @param name its name without its makers', such as {@code MI300X}
   * @param units the number of compute units of a device; 0 if it is not known
   */
  public record Product(String name, int units) {}

  /** All processors that are listed, in the order of the table. */
  public static Collection<Listed> processors() {
    return List.copyOf(PROCESSORS.values());
  }

  /** Reads lines {@code number name generation features}. */
  public static List<Listed> listed(Reader source) {
    return listed(ResourceLines.of(source));
  }

  private static List<Listed> listed(List<String> lines) {
    List<Listed> found = new ArrayList<>();
    for (String line : lines) {
      List<String> columns = List.of(line.split("\\s+", -1));
      found.add(
          new Listed(
              Integer.decode(columns.get(0)),
              columns.get(1),
              columns.get(2),
              List.of(columns.get(3).split(",", -1))));
    }
    return found;
  }

  /** Products by the processor that they have. */
  static Map<String, List<Product>> products() {
    return PRODUCTS;
  }

  /** Whether a text in lower case can be a part of a known target: of its name, or its features. */
  public static boolean isPart(String text) {
    String processor = text.replaceFirst(":.*", "");
    return Stream.of(
            PROCESSORS.keySet(), OTHERS, Set.of("sramecc+", "sramecc-", "xnack+", "xnack-"))
        .flatMap(Set::stream)
        .anyMatch(name -> name.contains(processor));
  }

  /** Whether it is the name of a target without features: a processor, or what is like one. */
  public static boolean isTarget(String processor) {
    return PROCESSORS.containsKey(compiled(processor)) || OTHERS.contains(processor);
  }

  /** Whether it is the name of a device's processor: one that is neither generic nor older. */
  static boolean isDevice(String processor) {
    return PROCESSORS.containsKey(processor)
        && processor.startsWith("gfx")
        && !GENERICS.containsKey(processor);
  }

  /** A processor's name without a revision, as compilers know it. */
  public static String compiled(String processor) {
    if (processor.indexOf('v') < 0) {
      return processor;
    }
    Matcher revision = REVISION.matcher(processor);
    return revision.matches() ? revision.group(1) : processor;
  }

  /** Names of families and keys, as the table has them. */
  static Collection<String> groups() {
    return WRITTEN.values();
  }

  /** A family or key as the table writes it, whatever the case and dashes of a text. */
  static Optional<String> group(String text) {
    return Optional.ofNullable(WRITTEN.get(plain(text)));
  }

  /** The key of packages that a name is, in whatever form; empty for another name. */
  public static Optional<String> key(String text) {
    return Optional.ofNullable(KEYS.get(plain(text)));
  }

  /**
   * The processors that a name for several represents, in the order of the table; none for another
   * name.
   */
  public static Set<String> members(String group) {
    Set<String> members = MEMBERS.get(plain(group));
    if (members != null) {
      return members;
    }
    String lower = group.toLowerCase(Locale.ROOT);
    Set<String> found = new LinkedHashSet<>();
    if (ANY_DIGIT.matcher(lower).matches()) {
      String fixed = lower.substring(0, lower.indexOf('x', "gfx".length()));
      PROCESSORS.keySet().stream()
          .filter(name -> name.length() == lower.length() && name.startsWith(fixed))
          .filter(GpuTable::isDevice)
          .forEach(found::add);
    }
    return found;
  }

  /** Whether it is a name for several processors. */
  public static boolean isGroup(String name) {
    return !members(name).isEmpty();
  }

  /** Whether one of two names includes the other, or both are the same. */
  public static boolean related(String one, String other) {
    return one.equals(other)
        || covers(one, other)
        || covers(other, one)
        || compiled(one).equals(compiled(other));
  }

  /** Whether a name for several processors includes another name. */
  public static boolean covers(String group, String name) {
    Set<String> members = members(group);
    if (members.isEmpty()) {
      return false;
    }
    Set<String> others = members(name);
    return others.isEmpty() ? members.contains(compiled(name)) : members.containsAll(others);
  }

  /**
   * The keys of packages above a target or a key, the nearest first; without itself. A package for
   * a key has what serves all of its GPUs, such as database files.
   */
  public static List<String> above(String key) {
    List<String> above = new ArrayList<>();
    String next = ABOVE.get(plain(key));
    while (next != null) {
      above.add(next);
      next = ABOVE.get(plain(next));
    }
    return above;
  }

  /** The generic targets that runtimes hand over for a device, features kept; one or none. */
  public static List<GpuTarget> generics(GpuTarget device) {
    return generic(GENERIC_OF, device);
  }

  /** The generic targets whose code a device runs by LLVM's table, features kept; one or none. */
  public static List<GpuTarget> runnable(GpuTarget device) {
    return generic(LLVM_GENERIC_OF, device);
  }

  private static List<GpuTarget> generic(Map<String, String> table, GpuTarget device) {
    String generic = table.get(device.processor());
    return generic == null ? List.of() : List.of(new GpuTarget(generic, device.features()));
  }

  /**
   * States where a device runs code by LLVM's table only; empty if runtimes hand over that target,
   * or there is no such code.
   */
  public static Optional<String> notHanded(GpuTarget device, Collection<GpuTarget> there) {
    return runnable(device).stream()
        .filter(generic -> !generics(device).contains(generic))
        .filter(generic -> there.stream().anyMatch(generic.bare()::equals))
        .map(
            generic ->
                "By LLVM's table %s runs code for %s, but runtimes do not request it for that GPU."
                    .formatted(device.processor(), generic.processor()))
        .findFirst();
  }

  /** The targets that a runtime asks for: a device's own, then its generic ones. */
  public static List<GpuTarget> preference(GpuTarget device) {
    return Stream.concat(Stream.of(device), generics(device).stream()).toList();
  }

  /**
   * The devices that runtimes hand a generic target's code to, features kept, in the order of the
   * table; a target that is not generic is itself.
   */
  public static List<GpuTarget> served(GpuTarget target) {
    String name = target.processor();
    List<String> members = GENERICS.get(name);
    return members == null
        ? List.of(target)
        : members.stream()
            .filter(each -> name.equals(GENERIC_OF.get(each)))
            .map(each -> new GpuTarget(each, target.features()))
            .toList();
  }

  /** The processors that run a generic one's code by LLVM's table; none for another name. */
  public static List<String> runners(String generic) {
    return GENERICS.getOrDefault(generic, List.of());
  }

  /** A generic target under the name of the first, shorter table; empty if it had no other. */
  public static Optional<GpuTarget> olderName(GpuTarget generic) {
    return Optional.ofNullable(OLDER_NAMES.get(generic.processor()))
        .map(older -> new GpuTarget(older, generic.features()));
  }

  /** Whether targets of some processor name a feature. */
  public static boolean isFeature(String name) {
    return PROCESSORS.values().stream().anyMatch(each -> each.features().contains(name));
  }

  /** The features of which devices with a processor report settings, in their order. */
  public static List<String> features(String processor) {
    Listed known = PROCESSORS.get(processor);
    // gfx1250 and its like are reported without features.
    return known == null || !known.features().contains(XNACK) || GENERICS.containsKey(processor)
        ? List.of()
        : known.features();
  }

  /**
   * Every setting that devices of a target can have, the field's default first: {@code sramecc+}
   * and {@code xnack-}. A target that names a feature, or has none to name, is its only setting.
   */
  public static List<GpuTarget> settings(GpuTarget target) {
    if (!target.features().isEmpty()) {
      return List.of(target);
    }
    List<GpuTarget> settings = List.of(target);
    for (String feature : features(target.processor())) {
      boolean usual = feature.equals(SRAMECC);
      settings =
          settings.stream()
              .flatMap(each -> Stream.of(usual, !usual).map(on -> with(each, feature, on)))
              .toList();
    }
    return settings;
  }

  private static GpuTarget with(GpuTarget target, String feature, boolean on) {
    List<Feature> features = new ArrayList<>(target.features());
    features.add(new Feature(feature, on));
    return new GpuTarget(target.processor(), features);
  }

  /** Known names that are nearest to a text, the nearest first; none if nothing is near. */
  public static List<String> nearest(String text, int most) {
    String wanted = plain(text);
    int near = Math.max(1, Math.min(2, wanted.length() / 3));
    record Near(String name, int distance) {}
    List<Near> found = new ArrayList<>();
    Stream.of(
            PROCESSORS.keySet().stream().filter(name -> name.startsWith("gfx")),
            WRITTEN.values().stream(),
            PRODUCTS.values().stream().flatMap(List::stream).map(Product::name))
        .flatMap(each -> each)
        .forEach(
            name -> {
              int distance = Nearest.distance(wanted, plain(name));
              if (distance <= near) {
                found.add(new Near(name, distance));
              }
            });
    return found.stream()
        .sorted(Comparator.comparingInt(Near::distance))
        .map(Near::name)
        .distinct()
        .limit(most)
        .toList();
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static void readNames(List<String> lines) {
    String section = "";
    for (String line : lines) {
      if (line.startsWith("[")) {
        section = line;
        continue;
      }
      int equals = line.indexOf('=');
      List<String> names = words(line.substring(0, equals));
      String rest = line.substring(equals + 1).strip();
      switch (section) {
        case "[families]", "[keys]" -> group(names, processors(rest), section.equals("[keys]"));
        case "[generics]" -> generic(names.getFirst(), rest);
        default -> PRODUCTS.put("gfx" + names.getFirst(), products(rest));
      }
    }
  }

  private static void group(List<String> names, Set<String> members, boolean key) {
    String last = names.getLast();
    List<String> own = names.stream().filter(name -> !name.startsWith("(")).toList();
    String name = own.getLast();
    for (String each : own) {
      MEMBERS.put(plain(each), members);
      WRITTEN.put(plain(each), each);
    }
    if (key) {
      own.forEach(each -> KEYS.put(plain(each), name));
    }
    if (!last.startsWith("(")) {
      return;
    }
    String above = last.substring(1, last.length() - 1);
    own.forEach(each -> ABOVE.put(plain(each), above));
    members.forEach(member -> ABOVE.put(plain(member), name));
  }

  private static void generic(String name, String members) {
    int bar = members.indexOf('|');
    Set<String> handed = processors(bar < 0 ? members : members.substring(0, bar));
    List<String> all = new ArrayList<>(handed);
    all.addAll(processors(bar < 0 ? "" : members.substring(bar + 1)));
    GENERICS.put(name, List.copyOf(all));
    handed.forEach(each -> GENERIC_OF.put(each, name));
    all.forEach(each -> LLVM_GENERIC_OF.put(each, name));
  }

  private static List<Product> products(String names) {
    List<Product> products = new ArrayList<>();
    for (String each : names.split(",", -1)) {
      String name = each.strip();
      int slash = name.indexOf('/');
      products.add(
          slash < 0
              ? new Product(name, 0)
              : new Product(name.substring(0, slash), Integer.parseInt(name.substring(slash + 1))));
    }
    return List.copyOf(products);
  }

  private static Set<String> processors(String digits) {
    Set<String> found = new LinkedHashSet<>();
    words(digits).forEach(each -> found.add("gfx" + each));
    return found;
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
  }
}
