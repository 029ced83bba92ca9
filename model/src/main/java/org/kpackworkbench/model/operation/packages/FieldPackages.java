package org.kpackworkbench.model.operation.packages;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigFields;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigNode.Mapping;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigNode.Sequence;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Entry;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Foreign;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Source;
import org.kpackworkbench.model.operation.packages.PackagesConfig.Texts;

/**
 * Reads {@code package.json} as TheRock has it: a list of packages. Keys are known whatever the
 * case of their letters; those that only its own tools use say nothing here, others are named.
 */
final class FieldPackages {
  /** Names of the packages begin so, and what begins so is no package of the system. */
  private static final String OWN = "amdrocm";

  private static final Set<String> YES =
      Set.of("1", "true", "t", "yes", "y", "on", "enable", "enabled", "found");

  /** Keys that only the field's tools use, or that are read in some cases alone. */
  private static final Set<String> OTHERS =
      Set.of(
          "buildarch",
          "comments",
          "disablepackaging",
          "disable_deb_strip",
          "disable_debug_package",
          "disable_dh_strip",
          "disable_dwz",
          "disable_rpm_strip",
          "group",
          "metapackage",
          "priority",
          "vendor",
          "version");

  private static final Set<String> NO = Set.of("", "0", "false", "f", "no", "n", "off", "null");

  private final Sequence list;
  private final List<ConfigProblem> problems;

  FieldPackages(ConfigText text, Sequence list) {
    this.list = list;
    this.problems = new ArrayList<>(text.problems());
  }

  Checked<PackagesConfig> read() {
    Map<String, Fields> named = new LinkedHashMap<>();
    for (int i = 0; i < list.items().size(); i++) {
      ConfigNode item = list.items().get(i);
      if (!(item instanceof Mapping mapping)) {
        problem(item.at(), "[%d]".formatted(i), "expected a package, found " + item.words());
        continue;
      }
      Fields fields = new Fields(mapping, "[%d]".formatted(i));
      String name = fields.text("Package");
      if (name.isEmpty()) {
        problem(mapping.at(), fields.path, "\"Package\" is missing");
      } else if (named.containsKey(name)) {
        problem(mapping.at(), fields.path, "the package \"%s\" is listed twice".formatted(name));
      } else if (!fields.yes("DisablePackaging")) {
        named.put(name, fields);
      }
    }
    List<Entry> entries = new ArrayList<>();
    named.forEach((name, fields) -> entries.add(entry(name, fields, named.keySet())));
    boolean read = problems.stream().noneMatch(each -> each.severity() == Severity.ERROR);
    if (read && entries.isEmpty()) {
      problem(list.at(), "", "there is no package in it");
    }
    return new Checked<>(
        new PackagesConfig(
            "",
            "",
            Objects.requireNonNull(PackageNames.PRESETS.get(PackageNames.USUAL)),
            entries.isEmpty() ? "amd64" : architecture(named),
            Optional.empty(),
            entries),
        problems);
  }

  private static String architecture(Map<String, Fields> named) {
    return named.values().stream()
        .map(fields -> fields.line("Architecture", ConfigLine.ARCHITECTURE, ""))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("amd64");
  }

  private Entry entry(String name, Fields fields, Set<String> own) {
    boolean devices = fields.yes("Gfxarch");
    List<Source> sources = new ArrayList<>();
    for (Mapping artifact : fields.mappings("Artifactory")) {
      Fields part = new Fields(artifact, fields.path + ".Artifactory");
      String said = part.text("Artifact_Gfxarch");
      boolean some = said.isEmpty() ? devices : part.yes("Artifact_Gfxarch");
      if (part.text("Artifact").isEmpty()) {
        problem(artifact.at(), part.path, "\"Artifact\" is missing");
      }
      for (Mapping subdir : part.mappings("Artifact_Subdir")) {
        Fields folder = new Fields(subdir, part.path + ".Artifact_Subdir");
        sources.add(
            new Source(
                part.text("Artifact"),
                Set.copyOf(folder.texts("Components")),
                folder.text("Name"),
                devices && some));
        folder.unknown();
      }
      part.unknown();
    }
    if (fields.node("Artifactory") == null && !fields.yes("Metapackage")) {
      problem(
          fields.mapping.at(),
          fields.path,
          "\"%s\" has no Artifactory, and is no Metapackage".formatted(name));
    }
    if (fields.isThere("Postinstall")) {
      problems.add(
          new ConfigProblem(
              Severity.WARNING,
              fields.mapping.at(),
              fields.path + ".Postinstall",
              "\"%s\" runs a script when it is installed, which is not in this file"
                  .formatted(name),
              "The package is made without it."));
    }
    List<String> deb = fields.texts("DEBDepends");
    List<String> rpm = fields.texts("RPMRequires");
    List<String> debMore = fields.texts("DEBRecommends");
    List<String> rpmMore = fields.texts("RPMRecommends");
    Entry entry =
        new Entry(
            component(name),
            sources,
            devices,
            components(name, own, deb, rpm),
            components(name, own, debMore, rpmMore),
            new Foreign(
                foreign(fields, deb, own, ConfigLine.DEB_RELATION),
                foreign(fields, debMore, own, ConfigLine.DEB_RELATION)),
            new Foreign(
                foreign(fields, rpm, own, ConfigLine.RELATION),
                foreign(fields, rpmMore, own, ConfigLine.RELATION)),
            new Foreign(List.of(), List.of()),
            texts(fields));
    fields.unknown();
    return entry;
  }

  private static Texts texts(Fields fields) {
    Texts usual = PackagesReader.usualTexts();
    return new Texts(
        fields.text("Description_Short"),
        fields.text("Description_Long"),
        fields.line("Section", ConfigLine.SECTION, usual.section()),
        fields.line("Maintainer", ConfigLine.MAINTAINER, usual.maintainer()),
        fields.line("Homepage", ConfigLine.HOMEPAGE, ""),
        fields.line("License", ConfigLine.LICENSE, ""));
  }

  private static String component(String name) {
    return name.startsWith(OWN + "-") ? name.substring(OWN.length() + 1) : name;
  }

  /** Returns the components of those that are made here, but for the one that names them. */
  private static List<String> components(
      String name, Set<String> own, List<String> deb, List<String> rpm) {
    return Stream.concat(deb.stream(), rpm.stream())
        .filter(each -> own.contains(each) && !each.equals(name))
        .map(FieldPackages::component)
        .distinct()
        .toList();
  }

  /** Returns the packages of the system among some; what else is ours and not made is said. */
  private List<String> foreign(Fields fields, List<String> all, Set<String> own, ConfigLine line) {
    List<String> foreign = new ArrayList<>();
    for (String each : all) {
      if (own.contains(each)) {
        continue;
      }
      if (each.startsWith(OWN)) {
        problems.add(
            new ConfigProblem(
                Severity.WARNING,
                fields.mapping.at(),
                fields.path,
                "\"%s\" needs \"%s\", which is not made".formatted(fields.text("Package"), each),
                "The dependency is left out."));
      } else {
        line.fault(each).ifPresent(fault -> problem(fields.mapping.at(), fields.path, fault));
        foreign.add(each);
      }
    }
    return foreign;
  }

  private void problem(ConfigPosition at, String path, String message) {
    problems.add(new ConfigProblem(Severity.ERROR, at, path, message, ""));
  }

  /** Fields of a mapping, whatever the case of their keys. */
  private final class Fields {
    private final Mapping mapping;
    private final String path;
    private final Set<String> requested = new LinkedHashSet<>(List.of("Architecture"));

    Fields(Mapping mapping, String path) {
      this.mapping = mapping;
      this.path = path;
    }

    private @Nullable ConfigNode node(String key) {
      requested.add(key);
      return mapping.entries().stream()
          .filter(entry -> entry.key().equalsIgnoreCase(key))
          .map(ConfigNode.Entry::value)
          .findFirst()
          .orElse(null);
    }

    String text(String key) {
      return text(key, "");
    }

    String text(String key, String usual) {
      return node(key) instanceof Scalar scalar && !scalar.text().isBlank() ? scalar.text() : usual;
    }

    String line(String key, ConfigLine line, String usual) {
      String text = text(key, "");
      if (!text.isEmpty()) {
        line.fault(text).ifPresent(fault -> problem(mapping.at(), path + "." + key, fault));
      }
      return text.isEmpty() ? usual : text;
    }

    boolean yes(String key) {
      return YES.contains(text(key).strip().toLowerCase(Locale.ROOT));
    }

    /** Whether it is stated, and is not a word for no. */
    boolean isThere(String key) {
      ConfigNode node = node(key);
      return node instanceof Scalar
          ? !NO.contains(text(key).strip().toLowerCase(Locale.ROOT))
          : node != null && !(node instanceof Sequence items && items.items().isEmpty());
    }

    /** Warns of the keys that were not read. */
    void unknown() {
      for (ConfigNode.Entry entry : mapping.entries()) {
        if (!OTHERS.contains(entry.key().toLowerCase(Locale.ROOT))
            && requested.stream().noneMatch(entry.key()::equalsIgnoreCase)) {
          problems.add(
              new ConfigProblem(
                  Severity.WARNING,
                  entry.keyAt(),
                  path + "." + entry.key(),
                  "this key is unknown and is ignored",
                  Nearest.advice(entry.key(), requested)));
        }
      }
    }

    List<String> texts(String key) {
      requested.add(key);
      Mapping one =
          new Mapping(
              mapping.at(),
              mapping.entries().stream()
                  .filter(entry -> entry.key().equalsIgnoreCase(key))
                  .map(entry -> new ConfigNode.Entry(key, entry.keyAt(), entry.value()))
                  .toList());
      return new ConfigFields(one, path, problems)
          .texts(key).stream().map(ConfigFields.Word::text).toList();
    }

    List<Mapping> mappings(String key) {
      List<Mapping> found = new ArrayList<>();
      ConfigNode node = node(key);
      if (node instanceof Sequence items) {
        for (ConfigNode item : items.items()) {
          if (item instanceof Mapping each) {
            found.add(each);
          } else {
            problem(item.at(), path + "." + key, "expected keys and values, found " + item.words());
          }
        }
      } else if (node != null) {
        problem(node.at(), path + "." + key, "expected a list, found " + node.words());
      }
      return found;
    }
  }
}
