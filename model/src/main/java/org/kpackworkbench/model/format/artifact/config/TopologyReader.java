package org.kpackworkbench.model.format.artifact.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigFields;
import org.kpackworkbench.model.base.config.ConfigFields.Word;
import org.kpackworkbench.model.base.config.ConfigNode.Entry;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;
import org.kpackworkbench.model.base.config.Nearest;

/** Reads a build topology and checks it. */
final class TopologyReader {
  private static final List<String> BUILT = List.of("generic", "per-arch");

  private final ConfigText text;
  private final Collection<String> databases;
  private final List<ConfigProblem> problems;
  private final TopologyLinks links = new TopologyLinks();

  TopologyReader(ConfigText text, Collection<String> databases) {
    this.text = text;
    this.databases = new TreeSet<>(databases);
    this.problems = new ArrayList<>(text.problems());
  }

  Checked<Topology> read() {
    ConfigFields root = ConfigFields.of(text, problems);
    ConfigFields about = root.mapping("metadata");
    if (about != null) {
      about.unknown("version", "description");
    }
    Map<String, ConfigPosition> sources = named(root, "source_sets", this::sourceSet);
    Map<String, ConfigPosition> unused = named(root, "build_stages", this::stage);
    Map<String, Topology.Group> groups = named(root, "artifact_groups", this::group);
    Map<String, Topology.Artifact> artifacts = named(root, "artifacts", this::artifact);
    root.unknown();
    Topology topology = new Topology(artifacts, groups, sources);
    if (text.complete()) {
      if (artifacts.isEmpty()) {
        root.problem(
            Severity.ERROR,
            root.at(),
            "",
            "there is no artifact in it",
            "A build topology has a table [artifacts.NAME] for each artifact.");
      }
      problems.addAll(links.check(topology));
    }
    return new Checked<>(topology, problems);
  }

  /** The tables of one kind, by their names. */
  private static <T> Map<String, T> named(
      ConfigFields root, String key, Function<Named, T> reader) {
    Map<String, T> found = new LinkedHashMap<>();
    ConfigFields tables = root.mapping(key);
    if (tables != null) {
      for (Entry entry : tables.all()) {
        ConfigFields fields = tables.mapping(entry);
        if (fields != null) {
          found.put(entry.key(), reader.apply(new Named(entry, fields)));
        }
      }
    }
    return found;
  }

  private record Named(Entry entry, ConfigFields fields) {
    String name() {
      return entry.key();
    }

    ConfigPosition at() {
      return entry.keyAt();
    }
  }

  private ConfigPosition sourceSet(Named table) {
    table
        .fields()
        .unknown("description", "submodules", "external_git_sources", "disable_platforms");
    return table.at();
  }

  private ConfigPosition stage(Named table) {
    ConfigFields fields = table.fields();
    List<Word> groups = fields.texts("artifact_groups");
    oneOf(fields, "type", BUILT);
    fields.unknown("description");
    links.add(TopologyLinks.Kind.GROUP, fields.path("artifact_groups"), groups);
    return table.at();
  }

  private Topology.Group group(Named table) {
    ConfigFields fields = table.fields();
    oneOf(fields, "type", BUILT);
    List<Word> dependencies = fields.texts("artifact_group_deps");
    List<Word> sources = fields.texts("source_sets");
    fields.unknown("description", "disable_platforms");
    links.add(TopologyLinks.Kind.GROUP, fields.path("artifact_group_deps"), dependencies);
    links.add(TopologyLinks.Kind.SOURCE_SET, fields.path("source_sets"), sources);
    return new Topology.Group(texts(dependencies), table.at());
  }

  private Topology.Artifact artifact(Named table) {
    ConfigFields fields = table.fields();
    Topology.Kind kind = kind(fields);
    Word group = fields.text("artifact_group");
    if (!fields.has("artifact_group")) {
      fields.missing("artifact_group", "Name the group that the artifact belongs to.");
    }
    List<Word> dependencies = fields.texts("artifact_deps");
    List<Word> tests = fields.texts("test_artifacts");
    List<Word> split = fields.texts("split_databases");
    fields.unknown(
        "feature_name",
        "feature_group",
        "platform",
        "disable_platforms",
        "disable_platforms_if_flags_not_set",
        "disable_processors",
        "python_requires",
        "description");
    databases(fields, kind, split);
    links.add(TopologyLinks.Kind.GROUP, fields.path("artifact_group"), list(group));
    links.add(TopologyLinks.Kind.ARTIFACT, fields.path("artifact_deps"), dependencies);
    links.add(TopologyLinks.Kind.ARTIFACT, fields.path("test_artifacts"), tests);
    return new Topology.Artifact(table.name(), kind, texts(dependencies), texts(split), table.at());
  }

  private static Topology.Kind kind(ConfigFields fields) {
    List<String> kinds =
        Arrays.stream(Topology.Kind.values())
            .map(Topology.Kind::text)
            .filter(each -> !each.isEmpty())
            .toList();
    if (!fields.has("type")) {
      fields.missing("type", "Say " + String.join(" or ", kinds) + ".");
    }
    String type = oneOf(fields, "type", kinds);
    return Arrays.stream(Topology.Kind.values())
        .filter(each -> each.text().equals(type))
        .findFirst()
        .orElse(Topology.Kind.UNKNOWN);
  }

  private void databases(ConfigFields fields, Topology.Kind kind, List<Word> split) {
    if (kind == Topology.Kind.TARGET_NEUTRAL && !split.isEmpty()) {
      fields.problem(
          Severity.WARNING,
          fields.at("split_databases"),
          "split_databases",
          "the artifact is target-neutral, so it is passed through, and its databases stay in it",
          "Make it target-specific, or remove the line.");
    }
    for (Word name : split) {
      if (!databases.contains(name.text())) {
        String near = Nearest.advice(name.text(), databases);
        fields.problem(
            Severity.WARNING,
            name.at(),
            "split_databases",
            "no recogniser knows the database \"%s\"; its files stay generic"
                .formatted(name.text()),
            near.isEmpty() ? "Known are: " + String.join(", ", databases) + "." : near);
      }
    }
  }

  /** Returns the value of a field, one of some words; empty if it is another, or missing. */
  private static String oneOf(ConfigFields fields, String key, List<String> words) {
    Word word = fields.text(key);
    if (word == null || words.contains(word.text())) {
      return word == null ? "" : word.text();
    }
    fields.problem(
        Severity.ERROR,
        word.at(),
        key,
        "expected %s, found \"%s\"".formatted(String.join(" or ", words), word.text()),
        Nearest.advice(word.text(), words));
    return "";
  }

  private static List<Word> list(@Nullable Word word) {
    return word == null ? List.of() : List.of(word);
  }

  private static List<String> texts(List<Word> words) {
    return words.stream().map(Word::text).toList();
  }
}
