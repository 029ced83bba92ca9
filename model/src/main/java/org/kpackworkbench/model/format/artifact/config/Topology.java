package org.kpackworkbench.model.format.artifact.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.format.artifact.ArtifactName;

/**
 * A build topology, {@code BUILD_TOPOLOGY.toml}: which artifacts there are, and which of them are
 * split. Immutable.
 *
 * @param artifacts by their names, in the order of the text
 * @param groups by their names
 * @param sourceSets the source sets' names and places
 */
public record Topology(
    Map<String, Artifact> artifacts,
    Map<String, Group> groups,
    Map<String, ConfigPosition> sourceSets) {

  public Topology {
    artifacts = ordered(artifacts);
    groups = ordered(groups);
    sourceSets = ordered(sourceSets);
  }

  private static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** The kinds of artifacts, by what they are built for. */
  public enum Kind {
    /** One for all GPUs; it is passed through. */
    TARGET_NEUTRAL("target-neutral"),
    /** One for each family; it is split. */
    TARGET_SPECIFIC("target-specific"),
    /** The topology does not say, or says something else. */
    UNKNOWN("");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As it is written. */
    public String text() {
      return text;
    }
  }

  /**
   * An artifact.
   *
   * @param name its name, {@code blas}
   * @param kind what it is built for
   * @param dependencies the artifacts it depends on
   * @param splitDatabases the databases that are split, by the names of their recognisers
   * @param at where it is
   */
  public record Artifact(
      String name,
      Kind kind,
      List<String> dependencies,
      List<String> splitDatabases,
      ConfigPosition at) {}

  /**
   * A group of artifacts.
   *
   * @param dependencies the groups it depends on
   * @param at where it is
   */
  public record Group(List<String> dependencies, ConfigPosition at) {}

  /**
   * Reads one.
   *
   * @param text as it is written
   * @param databases the names of the databases for which there are recognisers
   */
  public static Checked<Topology> read(ConfigText text, Collection<String> databases) {
    return new TopologyReader(text, databases).read();
  }

  /**
   * Reads a file, in TOML unless its name says otherwise.
   *
   * @throws IOException if the file cannot be read; nothing in it is a reason
   */
  public static Checked<Topology> read(Path file, Collection<String> databases) throws IOException {
    String text = ConfigText.load(file);
    String name = String.valueOf(file.getFileName());
    ConfigFormat format =
        name.matches("(?i).*\\.(json|ya?ml)") ? ConfigFormat.of(file, text) : ConfigFormat.TOML;
    return read(ConfigText.read(format, text), databases);
  }

  /**
   * The artifact of a folder {@code NAME_<component>_<family>}: of several names that fit, the
   * longest.
   */
  public Optional<Artifact> of(ArtifactName folder) {
    String prefix = folder.prefix();
    for (int end = prefix.lastIndexOf('_'); end > 0; end = prefix.lastIndexOf('_', end - 1)) {
      Artifact found = artifacts.get(prefix.substring(0, end));
      if (found != null && end + 1 < prefix.length()) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
