package org.kpackworkbench.model.format.artifact.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.config.ConfigFields.Word;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;
import org.kpackworkbench.model.base.config.Nearest;

/**
 * References between names in a topology: whether their targets are there, and whether they ever
 * end.
 */
final class TopologyLinks {
  private final List<Link> links = new ArrayList<>();

  /** The kinds of things that can be named. */
  enum Kind {
    ARTIFACT("artifact"),
    GROUP("artifact group"),
    SOURCE_SET("source set");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private record Link(Kind kind, String path, Word name) {}

  /** Names that somewhere represent something. */
  void add(Kind kind, String path, List<Word> names) {
    names.forEach(name -> links.add(new Link(kind, path, name)));
  }

  /** Returns the problems of the references. */
  List<ConfigProblem> check(Topology topology) {
    List<ConfigProblem> problems = new ArrayList<>();
    for (Link link : links) {
      Set<String> names =
          switch (link.kind()) {
            case ARTIFACT -> topology.artifacts().keySet();
            case GROUP -> topology.groups().keySet();
            case SOURCE_SET -> topology.sourceSets().keySet();
          };
      if (!names.contains(link.name().text())) {
        problems.add(
            error(
                link.name().at(),
                link.path(),
                "there is no %s \"%s\"".formatted(link.kind().words, link.name().text()),
                Nearest.advice(link.name().text(), names)));
      }
    }
    Map<String, Named> artifacts = new HashMap<>();
    topology
        .artifacts()
        .forEach((name, each) -> artifacts.put(name, new Named(each.dependencies(), each.at())));
    cycles("artifacts", topology.artifacts().keySet(), artifacts, problems);
    Map<String, Named> groups = new HashMap<>();
    topology
        .groups()
        .forEach((name, each) -> groups.put(name, new Named(each.dependencies(), each.at())));
    cycles("artifact_groups", topology.groups().keySet(), groups, problems);
    return problems;
  }

  private record Named(List<String> dependencies, ConfigPosition at) {}

  /** Walks without calling itself: chains may be as long as the text. */
  private static void cycles(
      String table, Set<String> order, Map<String, Named> all, List<ConfigProblem> problems) {
    Set<String> done = new HashSet<>();
    for (String start : order) {
      SequencedSet<String> way = new LinkedHashSet<>();
      Map<String, Integer> next = new HashMap<>();
      if (!done.contains(start)) {
        way.addLast(start);
      }
      while (!way.isEmpty()) {
        String at = way.getLast();
        Named named = all.get(at);
        int step = next.merge(at, 1, Integer::sum) - 1;
        if (named == null || step >= named.dependencies().size()) {
          way.removeLast();
          done.add(at);
          continue;
        }
        String to = named.dependencies().get(step);
        if (way.contains(to)) {
          problems.add(cycle(table, way, to, named.at()));
        } else if (!done.contains(to)) {
          way.addLast(to);
        }
      }
    }
  }

  private static ConfigProblem cycle(
      String table, SequencedSet<String> way, String back, ConfigPosition at) {
    List<String> round = way.stream().dropWhile(name -> !name.equals(back)).toList();
    return error(
        at,
        table + "." + way.getLast(),
        "it depends on itself: %s → %s"
            .formatted(round.stream().collect(Collectors.joining(" → ")), back),
        "No artifact of such a cycle can be built first.");
  }

  private static ConfigProblem error(
      ConfigPosition at, String path, String message, String advice) {
    return new ConfigProblem(Severity.ERROR, at, path, message, advice);
  }
}
