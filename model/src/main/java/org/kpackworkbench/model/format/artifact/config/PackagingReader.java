package org.kpackworkbench.model.format.artifact.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigFields;
import org.kpackworkbench.model.base.config.ConfigFields.Word;
import org.kpackworkbench.model.base.config.ConfigNode.Entry;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigNode.Sequence;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;
import org.kpackworkbench.model.base.config.Nearest;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.Validation;

/** Reads a packaging configuration, of either form, and checks it. */
final class PackagingReader {
  private static final String SOURCE = "primary_generic_source";
  private static final String SHARD = "primary_shard";
  private static final String GROUPS = "architecture_groups";

  private final ConfigText text;
  private final List<ConfigProblem> problems;

  PackagingReader(ConfigText text) {
    this.text = text;
    this.problems = new ArrayList<>(text.problems());
  }

  Checked<PackagingConfig> read() {
    ConfigFields root = ConfigFields.of(text, problems);
    version(root);
    String primary = primary(root);
    List<ArchitectureGroup> groups = List.of();
    ConfigFields named = root.mapping(GROUPS);
    if (named != null) {
      groups = groups(named, Map.of());
    }
    if (text.complete() && !root.has(GROUPS)) {
      root.missing(GROUPS, "Say which architectures go into one package.");
    } else if (text.complete() && named != null && named.all().isEmpty()) {
      named.problem(Severity.ERROR, named.at(), "", "there is no group in it", "");
    }
    Map<String, List<ArchitectureGroup>> overrides = overrides(root, groups);
    Validation validation = validation(root);
    root.unknown("description", "name");
    return new Checked<>(new PackagingConfig(primary, groups, overrides, validation), problems);
  }

  private static void version(ConfigFields root) {
    if (root.node("version") instanceof Scalar version && !version.text().matches("1(\\.\\d+)*")) {
      root.problem(
          Severity.WARNING,
          version.at(),
          "version",
          "expected version 1, found " + version.words(),
          "Unknown parts of it are ignored.");
    }
  }

  private String primary(ConfigFields root) {
    Word source = root.text(SOURCE);
    Word shard = root.text(SHARD);
    if (source != null && shard != null && !source.text().equals(shard.text())) {
      root.problem(
          Severity.ERROR,
          shard.at(),
          SHARD,
          "it is \"%s\", but %s is \"%s\"".formatted(shard.text(), SOURCE, source.text()),
          "Keep one of them.");
    }
    if (!root.has(SOURCE) && !root.has(SHARD) && text.complete()) {
      root.missing(SOURCE, "Name the shard whose generic artifacts are taken.");
    }
    return source != null ? source.text() : shard == null ? "" : shard.text();
  }

  /**
   * Groups by their names.
   *
   * @param known groups that may be named without saying what is in them; empty if all have to
   */
  private List<ArchitectureGroup> groups(
      ConfigFields fields, Map<String, ArchitectureGroup> known) {
    List<ArchitectureGroup> groups = new ArrayList<>();
    Map<String, String> owners = new HashMap<>();
    for (Entry entry : fields.all()) {
      ArchitectureGroup group =
          known.containsKey(entry.key()) && isNothing(entry)
              ? known.get(entry.key())
              : group(fields, entry, known, owners);
      if (group != null) {
        groups.add(group);
      }
    }
    return groups;
  }

  private static boolean isNothing(Entry entry) {
    return entry.value() instanceof Scalar scalar && scalar.kind() == Scalar.Kind.NOTHING;
  }

  private @Nullable ArchitectureGroup group(
      ConfigFields in,
      Entry entry,
      Map<String, ArchitectureGroup> known,
      Map<String, String> owners) {
    checkName(in, entry);
    ConfigFields fields = in.mapping(entry);
    if (fields == null) {
      return null;
    }
    ArchitectureGroup usual = known.get(entry.key());
    Word display = fields.text("display_name");
    List<Word> words = fields.texts("architectures");
    boolean listed = fields.has("architectures");
    fields.unknown("description");
    if (!listed && usual != null) {
      return usual;
    }
    if (words.isEmpty()) {
      in.problem(
          Severity.ERROR,
          entry.keyAt(),
          entry.key(),
          known.isEmpty() || listed
              ? "the group has no architectures"
              : "there is no group of this name, and it has no architectures of its own",
          known.isEmpty() || listed
              ? "List them: architectures: [gfx1100, gfx1101]."
              : Nearest.advice(entry.key(), known.keySet()));
    }
    return new ArchitectureGroup(
        entry.key(),
        display == null ? entry.key() : display.text(),
        architectures(fields, entry.key(), words, owners));
  }

  private List<String> architectures(
      ConfigFields fields, String group, List<Word> words, Map<String, String> owners) {
    List<String> found = new ArrayList<>();
    for (Word word : words) {
      String target = GpuTarget.lenient(word.text()).toString();
      String owner = owners.putIfAbsent(target, group);
      if (owner == null) {
        found.add(word.text());
      } else {
        boolean here = owner.equals(group);
        fields.problem(
            here ? Severity.WARNING : Severity.ERROR,
            word.at(),
            "architectures",
            here
                ? "%s occurs twice".formatted(word.text())
                : "%s is in the group %s already".formatted(word.text(), owner),
            here ? "" : "Two packages would contain the same files.");
      }
    }
    return found;
  }

  private static void checkName(ConfigFields in, Entry entry) {
    String name = entry.key();
    if (name.equals(ArtifactName.GENERIC) || name.contains("_") || !GroupNames.isPlain(name)) {
      in.problem(
          Severity.ERROR,
          entry.keyAt(),
          name,
          "a group's name becomes the last part of folders' names, and \"%s\" cannot"
              .formatted(name),
          "Use letters, digits and hyphens, but not the word generic.");
    }
  }

  private Map<String, List<ArchitectureGroup>> overrides(
      ConfigFields root, List<ArchitectureGroup> groups) {
    Map<String, ArchitectureGroup> known = new LinkedHashMap<>();
    groups.forEach(group -> known.put(group.name(), group));
    Map<String, List<ArchitectureGroup>> overrides = new LinkedHashMap<>();
    ConfigFields components = root.mapping("component_overrides");
    if (components == null) {
      return overrides;
    }
    for (Entry entry : components.all()) {
      ConfigFields fields = components.mapping(entry);
      if (fields != null) {
        override(fields, known).ifPresent(own -> overrides.put(entry.key(), own));
      }
    }
    return overrides;
  }

  private Optional<List<ArchitectureGroup>> override(
      ConfigFields fields, Map<String, ArchitectureGroup> known) {
    List<ArchitectureGroup> own = new ArrayList<>();
    if (fields.node(GROUPS) instanceof Sequence) {
      for (Word name : fields.texts(GROUPS)) {
        ArchitectureGroup group = known.get(name.text());
        if (group != null) {
          own.add(group);
        } else {
          fields.problem(
              Severity.ERROR,
              name.at(),
              GROUPS,
              "there is no group \"%s\"".formatted(name.text()),
              Nearest.advice(name.text(), known.keySet()));
        }
      }
    } else {
      ConfigFields named = fields.mapping(GROUPS);
      if (named != null) {
        own.addAll(groups(named, known));
      }
    }
    boolean said = fields.has(GROUPS);
    fields.unknown("description");
    if (!said) {
      fields.problem(
          Severity.WARNING, fields.at(), "", "it overrides nothing", "Add " + GROUPS + ".");
    }
    return said ? Optional.of(own) : Optional.empty();
  }

  private static Validation validation(ConfigFields root) {
    Validation usual = Validation.DEFAULT;
    ConfigFields fields = root.mapping("validation");
    if (fields == null) {
      return usual;
    }
    Validation said =
        new Validation(
            fields.bool("error_on_duplicate_device_code", usual.errorOnDuplicateDeviceCode()),
            fields.bool("verify_generic_artifacts_match", usual.verifyGenericArtifactsMatch()),
            fields.bool("error_on_missing_architecture", usual.errorOnMissingArchitecture()));
    fields.unknown();
    return said;
  }
}
