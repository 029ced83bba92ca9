package org.kpackworkbench.model.operation.recombine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig.ArchitectureGroup;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.recombine.Shards.Shard;

/**
 * Parts of a component, by names alone.
 *
 * @param component an artifact's prefix
 * @param generic where the generic artifact is taken from; null if no shard has one
 * @param otherGenerics the generic artifacts of the other shards
 * @param groups the groups for which there are artifacts, and these, the primary shard's first
 * @param missing the architectures of those groups, and of all others of the component where it has
 *     device code at all, without an artifact
 */
record ComponentParts(
    String component,
    @Nullable Source generic,
    List<Source> otherGenerics,
    Map<ArchitectureGroup, List<Source>> groups,
    List<String> missing) {

  ComponentParts {
    otherGenerics = List.copyOf(otherGenerics);
    groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
    missing = List.copyOf(missing);
  }

  /**
   * An artifact and the shard that it is from.
   *
   * @param shard the shard
   * @param member the artifact
   */
  record Source(Shard shard, Shard.Member member) {
    String words() {
      return "shard %s (%s)".formatted(shard.name(), member.path().getFileName());
    }
  }

  /** Sorts a component's artifacts into groups. */
  static ComponentParts of(
      String component, Shards shards, PackagingConfig config, List<OperationNote> findings) {
    List<Source> generics = new ArrayList<>();
    List<Source> devices = new ArrayList<>();
    Map<ArchitectureGroup, List<Source>> groups = new LinkedHashMap<>();
    config.groupsOf(component).forEach(group -> groups.put(group, new ArrayList<>()));
    for (Shard shard : shards.all()) {
      for (Shard.Member member : shard.artifacts().values()) {
        if (!member.name().prefix().equals(component)) {
          continue;
        }
        Source source = new Source(shard, member);
        if (member.name().generic()) {
          generics.add(source);
          continue;
        }
        devices.add(source);
        Optional<ArchitectureGroup> group = config.groupOf(component, member.name().family());
        if (group.isPresent()) {
          groups.computeIfAbsent(group.get(), key -> new ArrayList<>()).add(source);
        } else {
          findings.add(notInAnyGroup(member));
        }
      }
    }
    List<String> missing = devices.isEmpty() ? List.of() : missing(groups);
    groups.values().removeIf(List::isEmpty);
    boolean any = !generics.isEmpty();
    if (!any || !generics.getFirst().shard().equals(shards.primary())) {
      findings.add(notFromPrimary(component, shards, any ? generics.getFirst() : null));
    }
    return new ComponentParts(
        component,
        any ? generics.getFirst() : null,
        any ? generics.subList(1, generics.size()) : List.of(),
        groups,
        missing);
  }

  private static List<String> missing(Map<ArchitectureGroup, List<Source>> groups) {
    List<String> missing = new ArrayList<>();
    groups.forEach(
        (group, sources) -> {
          for (String architecture : group.architectures()) {
            GpuTarget wanted = GpuTarget.lenient(architecture);
            boolean there =
                sources.stream()
                    .map(source -> GpuTarget.lenient(source.member().name().family()))
                    .anyMatch(target -> target.equals(wanted) || target.bare().equals(wanted));
            if (!there) {
              missing.add(architecture);
            }
          }
        });
    return missing;
  }

  private static OperationNote notInAnyGroup(Shard.Member member) {
    return OperationNote.warning(
        "no-group",
        member.path(),
        "left out: no group lists %s".formatted(member.name().family()),
        "Add it to a group of the configuration, or split the artifact if it is not.");
  }

  private static OperationNote notFromPrimary(
      String component, Shards shards, @Nullable Source instead) {
    String message =
        "the primary shard has no %s_%s; %s"
            .formatted(
                component,
                ArtifactName.GENERIC,
                instead == null
                    ? "no other shard has one, so only device code is written"
                    : "that of shard %s is taken".formatted(instead.shard().name()));
    return OperationNote.warning("generic-not-from-primary", shards.primary().folder(), message);
  }

  /** The names of the artifacts that are made of them. */
  List<ArtifactName> names() {
    List<ArtifactName> names = new ArrayList<>();
    if (generic != null) {
      names.add(new ArtifactName(component, ArtifactName.GENERIC));
    }
    groups.keySet().forEach(group -> names.add(new ArtifactName(component, group.name())));
    return names;
  }
}
