package org.kpackworkbench.model.base.target;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A GPU target id: a processor and the specified features.
 *
 * <p>Immutable; features are kept in the order LLVM prints them (alphabetical), so that two
 * spellings of one target are equal. See "Target ID" in LLVM's AMDGPU usage guide.
 *
 * @param processor e.g. {@code gfx90a}, {@code gfx9-4-generic}, {@code gfx1250-strict}, {@code
 *     amdgcnspirv}; never empty
 * @param features the features that are named; one that is not is for any setting
 */
public record GpuTarget(String processor, List<Feature> features) implements Comparable<GpuTarget> {

  /**
   * A feature of a target.
   *
   * @param name {@code xnack} or {@code sramecc}; others are kept as they are
   * @param on whether it must be on ({@code +}) or off ({@code -})
   */
  public record Feature(String name, boolean on) {
    @Override
    public String toString() {
      return name + (on ? "+" : "-");
    }
  }

  /** The placeholder for a target in a search path: loaders replace it. */
  public static final String PLACEHOLDER = "@GFXARCH@";

  /** The target where no archive that a binary leads to can be read. It is no GPU's name. */
  public static final GpuTarget ANY = GpuTarget.of("any GPU");

  /**
   * Regular expression for a target in the names of archives and artifacts: it is looked for where
   * a search path has a placeholder.
   */
  public static final String FILE_NAME = "[A-Za-z][A-Za-z0-9:+_-]*";

  private static final Pattern TRIPLE =
      Pattern.compile(
          "^(?:[a-z0-9]+-)?(?:amdgcn|spirv64|amdgpu(?<version>[0-9a-f.]*))-amd-amdhsa"
              + "(?:-[a-z]*(?:-(?<target>.*))?)?$");
  private static final Pattern DASHED =
      Pattern.compile("^(?<named>.+?)(?<features>(?:[-_](?:xnack|sramecc)[-+pm])+)$");
  private static final Pattern DASHED_FEATURE = Pattern.compile("[-_](xnack|sramecc)([-+pm])");

  /** A processor's variant where hyphens are not allowed, as {@code gfx1250_strict}. */
  private static final Pattern UNDERSCORED_STRICT = Pattern.compile("(gfx[0-9a-f]+)_strict");

  public GpuTarget {
    if (processor.isEmpty()) {
      throw new IllegalArgumentException("a target needs a processor");
    }
    // Most have none or one; putting those in order would be a start's only use of streams.
    features =
        features.size() < 2
            ? List.copyOf(features)
            : features.stream().sorted(Comparator.comparing(Feature::name)).distinct().toList();
  }

  /** A processor without features. */
  public static GpuTarget of(String processor) {
    return new GpuTarget(processor, List.of());
  }

  /**
   * Reads any spelling. Text that names no known kind of target becomes a processor of that name,
   * so that nothing that is in a file is lost.
   *
   * @throws IllegalArgumentException if the text is empty or has a feature without {@code +} or
   *     {@code -}; use {@link #lenient} for text from files
   */
  public static GpuTarget parse(String text) {
    String id = text.strip();
    if (id.indexOf('-') < 0 && id.indexOf('_') < 0 && id.indexOf(':') < 0) {
      return of(id);
    }
    // A name behind a triple may be one again; what is read is what it will be read as again.
    for (Matcher triple = TRIPLE.matcher(id); triple.matches(); triple = TRIPLE.matcher(id)) {
      String named = ofTriple(triple.group("target"), triple.group("version"), id).strip();
      if (named.equals(id)) {
        break;
      }
      id = named;
    }
    List<Feature> features = new ArrayList<>();
    String[] parts = id.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      Matcher dashed = DASHED.matcher(parts[i]);
      if (dashed.matches() && (i == 0 || dashed.group("named").matches(".+[-+]"))) {
        parts[i] = dashed.group("named");
        addDashed(dashed.group("features"), features);
      }
      if (i > 0) {
        features.add(feature(text, parts[i]));
      }
    }
    return new GpuTarget(processor(parts[0]), features);
  }

  private static String processor(String name) {
    // Nearly all names are over after this.
    if (!name.endsWith("_strict")) {
      return name;
    }
    Matcher strict = UNDERSCORED_STRICT.matcher(name);
    return strict.matches() ? strict.group(1) + "-strict" : name;
  }

  /** Like {@link #parse}; text that cannot be a target is taken whole as the processor's name. */
  public static GpuTarget lenient(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException notATarget) {
      return of(text.isEmpty() ? "(none)" : text);
    }
  }

  /**
   * Returns the name of the target behind a triple. Compilers from mid-2026 on write the processor
   * into the triple, {@code amdgpu9.42-amd-amdhsa}, and may then leave it out behind it.
   */
  private static String ofTriple(@Nullable String target, @Nullable String version, String id) {
    String named = target == null ? "" : target;
    boolean features = named.isEmpty() || named.startsWith(":");
    if (!features) {
      return named;
    }
    return version == null || version.isEmpty() ? id : processorOf(version) + named;
  }

  /** {@code 9.42} is gfx942, {@code 9.4} gfx9-4-generic, {@code 12} gfx12-generic. */
  private static String processorOf(String version) {
    int dot = version.indexOf('.');
    if (dot < 0) {
      return "gfx" + version + "-generic";
    }
    String major = version.substring(0, dot);
    String minor = version.substring(dot + 1);
    return minor.length() == 1 ? "gfx" + major + "-" + minor + "-generic" : "gfx" + major + minor;
  }

  private static void addDashed(String features, List<Feature> found) {
    Matcher matcher = DASHED_FEATURE.matcher(features);
    while (matcher.find()) {
      String sign = matcher.group(2);
      found.add(new Feature(matcher.group(1), sign.equals("+") || sign.equals("p")));
    }
  }

  private static Feature feature(String text, String part) {
    if (part.length() < 2 || !(part.endsWith("+") || part.endsWith("-"))) {
      throw new IllegalArgumentException(
          "\"%s\" is not a target: expected a feature like xnack+ or xnack-, found \"%s\""
              .formatted(text, part));
    }
    return new Feature(part.substring(0, part.length() - 1), part.endsWith("+"));
  }

  /**
   * Whether features that both name have the same setting: code for the one may run on the other,
   * as far as features say.
   */
  public boolean agrees(GpuTarget other) {
    return features.stream()
        .noneMatch(each -> other.features.contains(new Feature(each.name(), !each.on())));
  }

  /** Returns the target of the same processor without features. */
  public GpuTarget bare() {
    return features.isEmpty() ? this : of(processor);
  }

  /**
   * The generation that gives a target its hue: {@code gfx9}, {@code gfx10}, {@code gfx11} …; the
   * processor itself where it is no {@code gfx} one.
   */
  public String family() {
    String name = processor.toLowerCase(Locale.ROOT);
    if (!name.startsWith("gfx") || name.length() < 4) {
      return processor;
    }
    String version = name.substring(3);
    int dash = version.indexOf('-');
    if (dash > 0) {
      version = version.substring(0, dash);
    }
    if (version.length() <= 2) {
      return "gfx" + version;
    }
    return version.length() <= 3 ? "gfx" + version.charAt(0) : "gfx" + version.substring(0, 2);
  }

  /** With colons, as archives and bundles spell it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(processor);
    for (Feature feature : features) {
      text.append(':').append(feature);
    }
    return text.toString();
  }

  /** By generation, then processor, then features, so that gfx90a comes before gfx1030. */
  @Override
  public int compareTo(GpuTarget other) {
    int byFamily = Integer.compare(generation(), other.generation());
    return byFamily != 0 ? byFamily : toString().compareTo(other.toString());
  }

  private int generation() {
    String family = family();
    try {
      return family.startsWith("gfx") ? Integer.parseInt(family.substring(3)) : Integer.MAX_VALUE;
    } catch (NumberFormatException notNumbered) {
      return Integer.MAX_VALUE;
    }
  }
}
