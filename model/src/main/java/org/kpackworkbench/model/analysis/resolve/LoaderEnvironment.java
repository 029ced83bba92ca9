package org.kpackworkbench.model.analysis.resolve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.PathRules;

/**
 * The environment variables that a loader reads. One that is set but empty counts as unset.
 * Immutable.
 *
 * @param disabled {@code ROCM_KPACK_DISABLE} is set and does not start with {@code 0}
 * @param debug {@code ROCM_KPACK_DEBUG} is, likewise: the loader writes its steps to stderr
 * @param path {@code ROCM_KPACK_PATH}; empty if it is not set
 * @param pathPrefix {@code ROCM_KPACK_PATH_PREFIX}; empty if it is not set
 * @param architectureOverride {@code ROCM_KPACK_ARCH_OVERRIDE}; null if it is not set. Loaders that
 *     were shipped in 2026 ignore it
 */
public record LoaderEnvironment(
    boolean disabled,
    boolean debug,
    String path,
    String pathPrefix,
    @Nullable String architectureOverride) {

  public static final String PATH = "ROCM_KPACK_PATH";
  public static final String PATH_PREFIX = "ROCM_KPACK_PATH_PREFIX";
  public static final String DISABLE = "ROCM_KPACK_DISABLE";
  public static final String DEBUG = "ROCM_KPACK_DEBUG";
  public static final String ARCH_OVERRIDE = "ROCM_KPACK_ARCH_OVERRIDE";

  /** All that a loader reads. */
  public static final List<String> VARIABLES =
      List.of(PATH, PATH_PREFIX, DISABLE, DEBUG, ARCH_OVERRIDE);

  /** Nothing is set. */
  public static final LoaderEnvironment NONE = of(Map.of());

  private static final Pattern CUT_TARGET = Pattern.compile(".*gfx[0-9a-z_-]+(:[a-z]+[+-])*");
  private static final Pattern CUT_FEATURE = Pattern.compile("(xnack|sramecc)[+-].*");

  /** Reads variables; others than {@link #VARIABLES} are ignored. */
  public static LoaderEnvironment of(Map<String, String> variables) {
    String architecture = variables.getOrDefault(ARCH_OVERRIDE, "");
    return new LoaderEnvironment(
        isOn(variables, DISABLE),
        isOn(variables, DEBUG),
        variables.getOrDefault(PATH, ""),
        variables.getOrDefault(PATH_PREFIX, ""),
        architecture.isEmpty() ? null : architecture);
  }

  /**
   * The archives of {@code ROCM_KPACK_PATH}; where there are any, nothing else is examined.
   *
   * @param rules how the loader's system reads paths
   */
  public List<String> overridePaths(PathRules rules) {
    return parts(path, rules);
  }

  /** The paths of {@code ROCM_KPACK_PATH_PREFIX}, which come before the marker's. */
  public List<String> prefixPaths(PathRules rules) {
    return parts(pathPrefix, rules);
  }

  private static List<String> parts(String list, PathRules rules) {
    return Arrays.stream(list.split(String.valueOf(rules.listSeparator()), -1))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** Returns what looks wrong with the values, in sentences. */
  public List<String> warnings(PathRules rules) {
    List<String> warnings = new ArrayList<>();
    warn(PATH, overridePaths(rules), rules, warnings);
    warn(PATH_PREFIX, prefixPaths(rules), rules, warnings);
    return warnings;
  }

  private static void warn(
      String name, List<String> paths, PathRules rules, List<String> warnings) {
    for (int i = 1; i < paths.size(); i++) {
      if (CUT_TARGET.matcher(paths.get(i - 1)).matches()
          && CUT_FEATURE.matcher(paths.get(i)).matches()) {
        warnings.add(
            ("%s is split at every \"%c\": \"%s\" and \"%s\" look like one path, but this list"
                    + " cannot contain a path with a target's features.")
                .formatted(name, rules.listSeparator(), paths.get(i - 1), paths.get(i)));
      }
    }
  }

  private static boolean isOn(Map<String, String> variables, String name) {
    String value = variables.getOrDefault(name, "");
    return !value.isEmpty() && value.charAt(0) != '0';
  }
}
