package org.kpackworkbench.model.analysis.resolve;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables that a loader reads. One that is set but empty counts as unset.
 * Immutable.
 *
 * @param disabled {@code ROCM_KPACK_DISABLE} is set and does not start with {@code 0}
 * @param debug {@code ROCM_KPACK_DEBUG} is, likewise: the loader writes its steps to stderr
 * @param overridePaths the archives of {@code ROCM_KPACK_PATH}; where there are any, nothing else
 *     is examined
 * @param prefixPaths the paths of {@code ROCM_KPACK_PATH_PREFIX}, which come before the marker's
 * @param architectureOverride {@code ROCM_KPACK_ARCH_OVERRIDE}; null if it is not set. Loaders that
 *     were shipped in 2026 ignore it
 * @param warnings what looks wrong with the values, in sentences
 */
public record LoaderEnvironment(
    boolean disabled,
    boolean debug,
    List<String> overridePaths,
    List<String> prefixPaths,
    @Nullable String architectureOverride,
    List<String> warnings) {

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

  public LoaderEnvironment {
    overridePaths = List.copyOf(overridePaths);
    prefixPaths = List.copyOf(prefixPaths);
    warnings = List.copyOf(warnings);
  }

  /** Reads variables; others than {@link #VARIABLES} are ignored. Paths are split as here. */
  public static LoaderEnvironment of(Map<String, String> variables) {
    return of(variables, File.pathSeparatorChar);
  }

  /**
   * Reads variables.
   *
   * @param separator what is between paths: {@code :}, on Windows {@code ;}
   */
  public static LoaderEnvironment of(Map<String, String> variables, char separator) {
    List<String> warnings = new ArrayList<>();
    List<String> override = split(variables, PATH, separator, warnings);
    List<String> prefix = split(variables, PATH_PREFIX, separator, warnings);
    String architecture = variables.getOrDefault(ARCH_OVERRIDE, "");
    return new LoaderEnvironment(
        isOn(variables, DISABLE),
        isOn(variables, DEBUG),
        override,
        prefix,
        architecture.isEmpty() ? null : architecture,
        warnings);
  }

  private static boolean isOn(Map<String, String> variables, String name) {
    String value = variables.getOrDefault(name, "");
    return !value.isEmpty() && value.charAt(0) != '0';
  }

  private static List<String> split(
      Map<String, String> variables, String name, char separator, List<String> warnings) {
    List<String> paths = new ArrayList<>();
    String value = variables.getOrDefault(name, "");
    for (String part : value.split(Pattern.quote(String.valueOf(separator)), -1)) {
      if (part.isEmpty()) {
        continue;
      }
      if (!paths.isEmpty()
          && CUT_TARGET.matcher(paths.getLast()).matches()
          && CUT_FEATURE.matcher(part).matches()) {
        warnings.add(
            ("%s is split at every \"%c\": \"%s\" and \"%s\" look like one path, but this list"
                    + " cannot contain a path with a target's features.")
                .formatted(name, separator, paths.getLast(), part));
      }
      paths.add(part);
    }
    return paths;
  }
}
