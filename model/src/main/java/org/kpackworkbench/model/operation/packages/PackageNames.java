package org.kpackworkbench.model.operation.packages;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Patterns of names, with {@code <component>}, {@code <variant>} (with a dash before it, or
 * nothing), {@code <version>} (its first two numbers), {@code <full-version>} and {@code <arch>}.
 *
 * @param plain of a package for any GPU where no part is for some GPUs alone
 * @param host of the part for any GPU, where others are for some
 * @param device of the part for one architecture, or a family
 * @param meta of packages without files that depend on all parts; each depends on the one before
 * @param provides of what each device package provides; empty for nothing
 * @param tar of tar files with an install tree
 * @param prefix of the folder that all is installed in
 * @param wheels of wheels
 */
record PackageNames(
    String plain,
    String host,
    String device,
    List<String> meta,
    String provides,
    String tar,
    String prefix,
    Wheels wheels) {
  /** The pattern of an architecture, which device packages differ by. */
  static final String ARCH = "<arch>";

  /** In patterns of tarballs the system that the binaries run on. */
  static final String SYSTEM = "<system>";

  /** Patterns by the names of presets. */
  static final Map<String, PackageNames> PRESETS =
      Map.of(
          "therock",
          new PackageNames(
              "amdrocm-<component><variant><version>",
              "amdrocm-<component>-host<variant><version>",
              "amdrocm-<component><variant><version>-<arch>",
              List.of("amdrocm-<component><variant><version>", "amdrocm-<component><variant>"),
              "",
              "therock-dist-<system>-<arch>-<full-version>",
              "/opt/rocm/core-<version>",
              new Wheels(
                  "amdrocm-<component><variant>",
                  "amdrocm-<component><variant>-device-<arch>",
                  "_amdrocm<variant>",
                  "")),
          "rocm",
          new PackageNames(
              "rocm-<component><variant>",
              "rocm-<component><variant>",
              "rocm-<component><variant>-<arch>",
              List.of(),
              "rocm-<component><variant>-device",
              "rocm-<full-version>-<system>-<arch>",
              "/opt/rocm",
              new Wheels(
                  "rocm-<component><variant>",
                  "rocm-<component><variant>-<arch>",
                  "_rocm<variant>",
                  "")));

  /** The preset that is used where none is named. */
  static final String USUAL = "therock";

  private static final Pattern PLACEHOLDER = Pattern.compile("<([^<>]*)>");

  /**
   * Patterns of wheels.
   *
   * @param name of the part for any GPU, or of all parts
   * @param device of the part for one architecture
   * @param folder that all is installed in, among Python's packages
   * @param platform tag, such as {@code manylinux_2_28_x86_64}; empty for Linux and the
   *     architecture
   */
  record Wheels(String name, String device, String folder, String platform) {}

  /** Returns the patterns with another folder that all is installed in. */
  PackageNames withPrefix(String folder) {
    return new PackageNames(plain, host, device, meta, provides, tar, folder, wheels);
  }

  /** Returns the patterns with others of wheels. */
  PackageNames with(Wheels others) {
    return new PackageNames(plain, host, device, meta, provides, tar, prefix, others);
  }

  /** Names a placeholder of a pattern that there is not; empty if all are known. */
  static Optional<String> unknownIn(String pattern) {
    return PLACEHOLDER
        .matcher(pattern)
        .results()
        .map(each -> each.group())
        .filter(
            each ->
                !List.of("<component>", "<variant>", "<version>", "<full-version>", ARCH)
                    .contains(each))
        .findFirst();
  }

  /**
   * Returns a name.
   *
   * @param arch an artifact's family; empty where the pattern has none
   */
  static String filled(
      String pattern, String component, String variant, String version, String arch) {
    return replaced(pattern, component, variant, version, arch)
        .toLowerCase(Locale.ROOT)
        .replace('_', '-')
        .replace(':', '-');
  }

  /** Returns a folder of a pattern, without slashes around it. */
  static String path(String pattern, String variant, String version) {
    return replaced(pattern, "", variant, version, "").replaceAll("^/+|/+$", "");
  }

  private static String replaced(
      String pattern, String component, String variant, String version, String arch) {
    Map<String, String> values =
        Map.of(
            "component",
            component,
            "variant",
            variant.isEmpty() ? "" : "-" + variant,
            "version",
            shortVersion(version),
            "full-version",
            version,
            "arch",
            arch);
    // The package of all, amdrocm, does not have its name twice.
    return PLACEHOLDER
        .matcher(pattern.replace(component + "-<component>", "<component>"))
        .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
  }

  /** Returns the first two numbers of a version. */
  static String shortVersion(String version) {
    Matcher start = Pattern.compile("\\d+(\\.\\d+)?").matcher(version);
    return start.lookingAt() ? start.group() : version;
  }
}
