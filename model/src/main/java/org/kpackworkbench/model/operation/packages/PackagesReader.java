package org.kpackworkbench.model.operation.packages;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.base.config.ConfigFields;
import org.kpackworkbench.model.base.config.ConfigFields.Word;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.operation.packages.PackageNames.Wheels;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Entry;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Foreign;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Source;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Texts;

/** Reads our own form of a configuration, and checks it. */
final class PackagesReader {
  private static final String PACKAGES = "packages";
  private static final String DEPENDS = "depends";
  private static final String RECOMMENDS = "recommends";
  private static final String DEVICE = "device";

  /** Where none is stated: Debian packages must name one. No mail ever reaches that host. */
  private static final String NO_MAINTAINER = "unknown maintainer <unknown@example.org>";

  private final ConfigText text;
  private final List<ConfigProblem> problems;

  PackagesReader(ConfigText text) {
    this.text = text;
    this.problems = new ArrayList<>(text.problems());
  }

  Checked<PackagesConfig> read() {
    ConfigFields root = ConfigFields.of(text, problems);
    String version = version(root);
    String variant = text(root, "variant", "");
    PackageNames names = names(root);
    String architecture = line(root, ConfigLine.ARCHITECTURE, "amd64");
    String shards = text(root, "shards", "");
    Texts texts =
        new Texts(
            "",
            "",
            line(root, ConfigLine.SECTION, "devel"),
            line(root, ConfigLine.MAINTAINER, NO_MAINTAINER),
            line(root, ConfigLine.HOMEPAGE, ""),
            line(root, ConfigLine.LICENSE, ""));
    Map<String, Entry> entries = new LinkedHashMap<>();
    ConfigFields packages = root.mapping(PACKAGES);
    if (packages != null) {
      for (ConfigNode.Entry each : packages.all()) {
        ConfigFields fields = packages.mapping(each);
        if (fields != null) {
          entries.put(each.key(), entry(each.key(), fields, texts));
        }
      }
      for (ConfigNode.Entry each : packages.all()) {
        ConfigFields fields = packages.mapping(each);
        if (fields != null) {
          checkComponents(DEPENDS, each.key(), fields, entries);
          checkComponents(RECOMMENDS, each.key(), fields, entries);
        }
      }
    }
    if (text.complete() && entries.isEmpty()) {
      root.missing(PACKAGES, "List packages, each with the artifacts that it is made of.");
    }
    root.unknown("description", "name");
    return new Checked<>(
        new PackagesConfig(
            version,
            variant,
            names,
            architecture,
            shards.isEmpty() ? Optional.empty() : Optional.of(shards),
            List.copyOf(entries.values())),
        problems.stream().distinct().toList());
  }

  /** The texts where nothing states them. */
  static Texts usualTexts() {
    return new Texts("", "", "devel", NO_MAINTAINER, "", "");
  }

  private static String version(ConfigFields root) {
    // A version of two numbers is a number to YAML.
    if (root.node("version") instanceof Scalar scalar && scalar.kind() == Scalar.Kind.NUMBER) {
      return scalar.text();
    }
    Word version = root.text("version");
    if (version != null && !version.text().matches(PackagesConfig.VERSION)) {
      root.problem(
          Severity.ERROR,
          version.at(),
          "version",
          "expected digits, letters, dots, + and ~ behind a digit, found \"%s\""
              .formatted(version.text()),
          "");
    }
    return version == null ? "" : version.text();
  }

  private static String text(ConfigFields fields, String key, String usual) {
    Word word = fields.text(key);
    return word == null ? usual : word.text();
  }

  private static PackageNames names(ConfigFields root) {
    Word preset = root.text("preset");
    PackageNames usual =
        PackageNames.PRESETS.get(preset == null ? PackageNames.USUAL : preset.text());
    if (usual == null) {
      Set<String> all = new TreeSet<>(PackageNames.PRESETS.keySet());
      root.problem(
          Severity.ERROR,
          Objects.requireNonNull(preset).at(),
          "preset",
          "expected %s, found \"%s\"".formatted(String.join(" or ", all), preset.text()),
          Nearest.advice(preset.text(), all));
      usual = Objects.requireNonNull(PackageNames.PRESETS.get(PackageNames.USUAL));
    }
    Word prefix = root.text("prefix");
    if (prefix != null) {
      usual = usual.withPrefix(prefix.text());
      if (!prefix.text().startsWith("/") || isUpwards(prefix.text())) {
        root.problem(
            Severity.ERROR,
            prefix.at(),
            "prefix",
            "expected an absolute path, found \"%s\"".formatted(prefix.text()),
            "Write a folder such as /opt/rocm.");
      }
    }
    ConfigFields wheelNames = root.mapping("wheels");
    Wheels wheels = wheelNames == null ? usual.wheels() : wheels(wheelNames, usual.wheels());
    ConfigFields names = root.mapping("names");
    if (names == null) {
      return usual.with(wheels);
    }
    List<String> meta =
        names.has("meta") ? names.texts("meta").stream().map(Word::text).toList() : usual.meta();
    PackageNames found =
        new PackageNames(
            text(names, "plain", usual.plain()),
            text(names, "host", usual.host()),
            text(names, DEVICE, usual.device()),
            meta,
            text(names, "provides", usual.provides()),
            text(names, "tar", usual.tar()),
            usual.prefix(),
            wheels);
    for (String key : List.of("plain", "host", DEVICE, "meta", "provides", "tar")) {
      for (String pattern : key.equals("meta") ? meta : List.of(text(names, key, usual.plain()))) {
        checkPattern(names, key, pattern);
      }
    }
    checkDevice(names, found.device());
    names.unknown();
    return found;
  }

  private static Wheels wheels(ConfigFields fields, Wheels usual) {
    Wheels found =
        new Wheels(
            text(fields, "name", usual.name()),
            text(fields, DEVICE, usual.device()),
            text(fields, "folder", usual.folder()),
            text(fields, "platform", usual.platform()));
    checkPattern(fields, "name", found.name());
    checkPattern(fields, DEVICE, found.device());
    checkPattern(fields, "folder", found.folder());
    checkDevice(fields, found.device());
    if (found.folder().matches("/*") || isUpwards(found.folder())) {
      fields.problem(
          Severity.ERROR,
          fields.at("folder"),
          "folder",
          "expected a folder, found \"%s\"".formatted(found.folder()),
          "Write a name such as _rocm.");
    }
    if (!found.platform().matches("[a-z0-9_.]*")) {
      fields.problem(
          Severity.ERROR,
          fields.at("platform"),
          "platform",
          "expected small letters, digits, _ and ., found \"%s\"".formatted(found.platform()),
          "Write a tag such as manylinux_2_28_x86_64.");
    }
    fields.unknown();
    return found;
  }

  private static boolean isUpwards(String folder) {
    return List.of(folder.split("/", -1)).contains("..");
  }

  private static void checkPattern(ConfigFields fields, String key, String pattern) {
    PackageNames.unknownIn(pattern)
        .ifPresent(
            unknown ->
                fields.problem(
                    Severity.ERROR,
                    fields.at(key),
                    key,
                    "%s is unknown; there are <component>, <variant>, <version>, <full-version> and <arch>"
                        .formatted(unknown),
                    ""));
  }

  private static void checkDevice(ConfigFields fields, String pattern) {
    if (!pattern.contains(PackageNames.ARCH)) {
      fields.problem(
          Severity.ERROR,
          fields.at(DEVICE),
          DEVICE,
          "expected %s in it, found \"%s\"".formatted(PackageNames.ARCH, pattern),
          "Packages for two GPUs would have one name.");
    }
  }

  private static Entry entry(String component, ConfigFields fields, Texts usual) {
    List<String> artifacts =
        fields.has("artifacts")
            ? fields.texts("artifacts").stream().map(Word::text).toList()
            : List.of(component);
    Set<String> components = new HashSet<>();
    fields.texts("components").forEach(word -> components.add(word.text()));
    List<String> stages = fields.texts("stages").stream().map(Word::text).toList();
    List<Source> sources = new ArrayList<>();
    for (String artifact : artifacts) {
      for (String stage : stages.isEmpty() ? List.of("") : stages) {
        sources.add(new Source(artifact, components, stage, true));
      }
    }
    Entry entry =
        new Entry(
            component,
            sources,
            true,
            texts(fields, DEPENDS),
            texts(fields, RECOMMENDS),
            new Foreign(
                lines(fields, "deb_depends", ConfigLine.DEB_RELATION),
                lines(fields, "deb_recommends", ConfigLine.DEB_RELATION)),
            new Foreign(
                lines(fields, "rpm_requires", ConfigLine.RELATION),
                lines(fields, "rpm_recommends", ConfigLine.RELATION)),
            new Foreign(lines(fields, "wheel_requires", ConfigLine.RELATION), List.of()),
            new Texts(
                text(fields, "summary", ""),
                text(fields, "description", ""),
                line(fields, ConfigLine.SECTION, usual.section()),
                line(fields, ConfigLine.MAINTAINER, usual.maintainer()),
                line(fields, ConfigLine.HOMEPAGE, usual.homepage()),
                line(fields, ConfigLine.LICENSE, usual.license())));
    fields.unknown();
    return entry;
  }

  private static List<String> texts(ConfigFields fields, String key) {
    return fields.texts(key).stream().map(Word::text).toList();
  }

  private static List<String> lines(ConfigFields fields, String key, ConfigLine line) {
    fields.texts(key).forEach(word -> check(fields, key, word, line));
    return texts(fields, key);
  }

  private static String line(ConfigFields fields, ConfigLine line, String usual) {
    String key = line.name().toLowerCase(Locale.ROOT);
    Word word = fields.text(key);
    if (word != null) {
      check(fields, key, word, line);
    }
    return word == null ? usual : word.text();
  }

  private static void check(ConfigFields fields, String key, Word word, ConfigLine line) {
    line.fault(word.text())
        .ifPresent(fault -> fields.problem(Severity.ERROR, word.at(), key, fault, ""));
  }

  private static void checkComponents(
      String key, String component, ConfigFields fields, Map<String, Entry> entries) {
    for (Word word : fields.texts(key)) {
      ConfigPosition at = word.at();
      if (word.text().equals(component)) {
        fields.problem(
            Severity.ERROR,
            at,
            key,
            "it %s itself".formatted(key.equals(DEPENDS) ? "depends on" : key),
            "");
      } else if (!entries.containsKey(word.text())) {
        fields.problem(
            Severity.ERROR,
            at,
            key,
            "there is no package \"%s\" in this configuration".formatted(word.text()),
            (Nearest.advice(word.text(), entries.keySet())
                    + " Packages of the system are named in deb_%s and rpm_%s."
                        .formatted(key, key.equals(DEPENDS) ? "requires" : key))
                .strip());
      }
    }
  }
}
