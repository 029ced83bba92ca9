package org.kpackworkbench.model.format.artifact.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * How the artifacts of several builds become packages. Immutable.
 *
 * @param primary the shard whose generic artifacts are taken
 * @param groups the packages' groups of architectures, in the order of the text
 * @param overrides other groups for some components
 * @param validation what is checked
 */
public record PackagingConfig(
    String primary,
    List<ArchitectureGroup> groups,
    Map<String, List<ArchitectureGroup>> overrides,
    Validation validation) {

  public PackagingConfig {
    groups = List.copyOf(groups);
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
  }

  /**
   * Architectures that go into one package.
   *
   * @param name becomes the artifact's family
   * @param displayName what people call it; its name where it has no other
   * @param architectures each once, as they are written
   */
  public record ArchitectureGroup(String name, String displayName, List<String> architectures) {
    public ArchitectureGroup {
      architectures = List.copyOf(architectures);
    }

    private boolean lists(GpuTarget target) {
      return architectures.stream().anyMatch(text -> GpuTarget.lenient(text).equals(target));
    }
  }

  /**
   * Settings of the checks.
   *
   * @param errorOnDuplicateDeviceCode whether different code of one architecture is an error
   * @param verifyGenericArtifactsMatch whether all shards' generic artifacts have to be the same
   * @param errorOnMissingArchitecture whether an architecture without an artifact is an error
   */
  public record Validation(
      boolean errorOnDuplicateDeviceCode,
      boolean verifyGenericArtifactsMatch,
      boolean errorOnMissingArchitecture) {
    /** Settings where the configuration says nothing. */
    public static final Validation DEFAULT = new Validation(true, false, false);
  }

  /** Reads one. */
  public static Checked<PackagingConfig> read(ConfigText text) {
    return new PackagingReader(text).read();
  }

  /**
   * The groups of a component: those of an override for {@code blas_lib}, else of one for {@code
   * blas}, else everybody's.
   *
   * @param component an artifact's prefix, {@code blas_lib}
   */
  public List<ArchitectureGroup> groupsOf(String component) {
    List<ArchitectureGroup> own = overrides.get(component);
    if (own == null) {
      own = overrides.get(new ArtifactName(component, ArtifactName.GENERIC).artifact());
    }
    return own == null ? groups : own;
  }

  /**
   * The group into which an architecture goes: the one that lists it with its features, else the
   * one that lists its processor.
   *
   * @param component an artifact's prefix
   * @param family an artifact's family, {@code gfx90a} or {@code gfx90a-xnack+}
   */
  public Optional<ArchitectureGroup> groupOf(String component, String family) {
    GpuTarget target = GpuTarget.lenient(family);
    List<ArchitectureGroup> all = groupsOf(component);
    return all.stream()
        .filter(group -> group.lists(target))
        .findFirst()
        .or(() -> all.stream().filter(group -> group.lists(target.bare())).findFirst());
  }
}
