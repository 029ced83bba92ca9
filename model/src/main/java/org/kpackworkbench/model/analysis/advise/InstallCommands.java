package org.kpackworkbench.model.analysis.advise;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.advise.Offered.Kind;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.format.packages.DeviceOffer;
import org.kpackworkbench.model.format.packages.PackageFormat;
import org.kpackworkbench.model.format.packages.Wheel;

/** The commands that install what was chosen. */
final class InstallCommands {
  private static final Pattern REQUIRED =
      Pattern.compile("^([A-Za-z0-9._+-]+)([^;]*)(?:;(.*))?$", Pattern.DOTALL);
  private static final Pattern EXTRA = Pattern.compile("extra\\s*==\\s*[\"']([^\"']+)[\"']");
  private static final String ALL = "device-all";
  private static final String DEVICE = "device-";

  /** ROCm's Python package as source, whose extras install the others when it is installed. */
  static final String ROCM = "rocm";

  static final String ROCM_PART = "rocm-sdk-";
  private static final String ROCM_CORE = "rocm-sdk-core";

  /** Extras install what names no device first. */
  static final Comparator<String> EXTRAS =
      Comparator.comparing((String extra) -> extra.startsWith(DEVICE))
          .thenComparing(Comparator.naturalOrder());

  private final List<Offered> given;
  private final Map<Offered, Extra> extras = new HashMap<>();

  /** An extra of another package that installs a package; an empty name for what comes anyway. */
  record Extra(Offered host, String name) {}

  InstallCommands(List<Offered> given) {
    this.given = given;
    Map<String, Offered> byName = new HashMap<>();
    given.forEach(each -> byName.putIfAbsent(each.key(), each));
    for (Offered host : given) {
      for (String text : host.facts.requires()) {
        Matcher parts = REQUIRED.matcher(text.strip());
        Matcher extra = EXTRA.matcher(text);
        if (!parts.matches() || !extra.find() || extra.group(1).equals(ALL)) {
          continue;
        }
        Offered device = byName.get(Wheel.normalized(parts.group(1)));
        // An extra names a GPU's families, too, which have no extra of their own.
        String gpu = Wheel.normalized(extra.group(1).replaceFirst("^" + DEVICE, ""));
        if (device != null && device.key().endsWith("-" + gpu)) {
          extras.putIfAbsent(device, new Extra(host, extra.group(1)));
        }
      }
    }
    Offered rocm = byName.get(ROCM);
    if (rocm != null && rocm.kind == Kind.SOURCE) {
      given.stream()
          .filter(each -> each.key().startsWith(ROCM_PART))
          .forEach(
              each ->
                  extras.put(
                      each,
                      new Extra(
                          rocm,
                          each.key().equals(ROCM_CORE)
                              ? ""
                              : each.key().substring(ROCM_PART.length()))));
    }
  }

  /** The name of a requirement; empty if it is none. */
  static String required(String text) {
    return Wheel.normalized(named(text));
  }

  /** Likewise, as it is written. */
  static String named(String text) {
    Matcher parts = REQUIRED.matcher(text.strip());
    return parts.matches() ? parts.group(1) : "";
  }

  /** The extra that installs a package; empty if none does. */
  String extra(Offered each) {
    Extra extra = extras.get(each);
    return extra == null ? "" : extra.name();
  }

  /**
   * Whether a package is only in an extra that is not for running programs, as that for developers.
   */
  boolean isOptional(Offered each) {
    @Nullable Extra extra = extras.get(each);
    return extra != null
        && extra.host().kind == Kind.SOURCE
        && !extra.name().isEmpty()
        && !extra.name().equals("libraries")
        && !extra.name().startsWith(DEVICE);
  }

  /**
   * The commands.
   *
   * @param missing requirements of packages that are not available, by how they are offered
   */
  List<String> of(Map<DeviceOffer, Set<String>> missing) {
    Map<String, Set<String>> wheels = new LinkedHashMap<>();
    Map<Kind, List<Path>> files = new EnumMap<>(Kind.class);
    for (Offered each : given) {
      Extra extra = extras.get(each);
      if (each.gpus.isEmpty()
          || each.kind == Kind.INSTALLED
          || (extra == null && each.kind == Kind.WHEEL && each.device && isRequired(each))) {
        continue;
      }
      if (extra != null) {
        Set<String> names =
            wheels.computeIfAbsent(extra.host().name, none -> new TreeSet<>(EXTRAS));
        Optional.of(extra.name()).filter(name -> !name.isEmpty()).ifPresent(names::add);
      } else if (each.kind == Kind.WHEEL) {
        wheels.computeIfAbsent(each.name, none -> new TreeSet<>(EXTRAS));
      } else {
        files.computeIfAbsent(each.kind, none -> new ArrayList<>()).add(each.part.file());
      }
    }
    Map<PackageFormat, Set<String>> others = new EnumMap<>(PackageFormat.class);
    missing.forEach(
        (offer, targets) -> {
          for (String target : targets) {
            String requirement = offer.requirement(target);
            int bracket = requirement.indexOf('[');
            if (offer.format() != PackageFormat.WHEEL || bracket < 0) {
              others
                  .computeIfAbsent(offer.format(), none -> new LinkedHashSet<>())
                  .add(requirement);
            } else {
              String names = requirement.substring(bracket + 1, requirement.length() - 1);
              wheels
                  .computeIfAbsent(requirement.substring(0, bracket), none -> new TreeSet<>(EXTRAS))
                  .addAll(List.of(names.split(",", -1)));
            }
          }
        });
    return commands(wheels, files, others);
  }

  private List<String> commands(
      Map<String, Set<String>> wheels,
      Map<Kind, List<Path>> files,
      Map<PackageFormat, Set<String>> others) {
    List<String> commands = new ArrayList<>();
    if (!wheels.isEmpty()) {
      commands.add(
          "pip install "
              + folders()
              + wheels.entrySet().stream()
                  .map(each -> requirement(each.getKey(), each.getValue()))
                  .collect(Collectors.joining(" ")));
    }
    system("apt install ", Kind.DEB, files, others).ifPresent(commands::add);
    system("dnf install ", Kind.RPM, files, others).ifPresent(commands::add);
    files
        .getOrDefault(Kind.TREE, List.of())
        .forEach(
            path ->
                commands.add(
                    (path.toString().endsWith(".zip") ? "unzip %s -d DIR" : "tar -xf %s -C DIR")
                        .formatted(ShellText.file(path))));
    if (files.containsKey(Kind.ARTIFACT)) {
      commands.add(
          "kpack-workbench overlay %s -o DIR"
              .formatted(
                  files.get(Kind.ARTIFACT).stream()
                      .map(ShellText::file)
                      .collect(Collectors.joining(" "))));
    }
    return commands;
  }

  /**
   * The command of a system's package manager.
   *
   * @param others the names of packages that are not given
   */
  private static Optional<String> system(
      String command,
      Kind kind,
      Map<Kind, List<Path>> files,
      Map<PackageFormat, Set<String>> others) {
    List<String> all = new ArrayList<>();
    files.getOrDefault(kind, List.of()).forEach(path -> all.add(argument(path)));
    all.addAll(others.getOrDefault(Objects.requireNonNull(kind.format), Set.of()));
    return all.isEmpty() ? Optional.empty() : Optional.of(command + String.join(" ", all));
  }

  /** The options by which pip finds local wheels: an index need not have them. */
  private String folders() {
    return given.stream()
        .filter(each -> each.kind == Kind.WHEEL || each.kind == Kind.SOURCE)
        .map(each -> Objects.requireNonNullElse(each.part.file().getParent(), Path.of(".")))
        .distinct()
        .map(folder -> "--find-links %s ".formatted(ShellText.file(folder)))
        .collect(Collectors.joining());
  }

  private static String argument(Path path) {
    return ShellText.argument(path.isAbsolute() ? path.toString() : "./" + path);
  }

  /** Whether a needed package brings it along. */
  private boolean isRequired(Offered each) {
    return given.stream()
        .filter(other -> !other.gpus.isEmpty() && other != each)
        .flatMap(other -> other.facts.requires().stream())
        .filter(text -> !text.contains("extra"))
        .anyMatch(text -> required(text).equals(each.key()));
  }

  static String requirement(String name, Set<String> extras) {
    return extras.isEmpty() ? name : "'%s[%s]'".formatted(name, String.join(",", extras));
  }
}
