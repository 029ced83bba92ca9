package org.kpackworkbench.model.operation.packages;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.config.ConfigNode.Sequence;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Checked;

/**
 * Packages to make of artifacts. Immutable.
 *
 * @param version the version of all packages; may be empty
 * @param variant the build's variant, {@code asan}; may be empty
 * @param architecture the architecture as Debian calls it, {@code amd64}
 * @param shards the packaging configuration for shards, beside this one; empty if there is none
 * @param packages the packages, in the order of the text
 */
record PackagesConfig(
    String version,
    String variant,
    PackageNames names,
    String architecture,
    Optional<String> shards,
    List<Entry> packages) {
  /** How versions are written. */
  static final String VERSION = "[0-9][A-Za-z0-9.+~]*";

  PackagesConfig {
    packages = List.copyOf(packages);
  }

  /**
   * A component that becomes packages.
   *
   * @param component its name in patterns and among dependencies
   * @param sources where its files are from; none for a package without files
   * @param devices whether parts for single GPUs become packages of their own
   * @param depends components of this configuration
   * @param recommends components that it is of more use with
   * @param deb what packages of Debian it needs
   * @param rpm what other packages it needs elsewhere
   * @param wheel what other wheels it needs
   */
  record Entry(
      String component,
      List<Source> sources,
      boolean devices,
      List<String> depends,
      List<String> recommends,
      Foreign deb,
      Foreign rpm,
      Foreign wheel,
      Texts texts) {
    Entry {
      sources = List.copyOf(sources);
      depends = List.copyOf(depends);
      recommends = List.copyOf(recommends);
    }
  }

  /**
   * A part of artifacts.
   *
   * @param artifact the artifacts' name, {@code blas}
   * @param components their components, {@code lib}; none for all
   * @param stage a folder that stage prefixes are in, {@code rocBLAS}; empty for all
   * @param devices whether artifacts for single GPUs are taken, too
   */
  record Source(String artifact, Set<String> components, String stage, boolean devices) {
    Source {
      components = Set.copyOf(components);
    }

    boolean takes(ArtifactName name, String prefix) {
      return name.artifact().equals(artifact)
          && (components.isEmpty() || components.contains(name.component()))
          && (devices || name.generic())
          && (stage.isEmpty()
              || (prefix + "/")
                  .toLowerCase(Locale.ROOT)
                  .contains(stage.toLowerCase(Locale.ROOT) + "/"));
    }
  }

  /** Packages of the system, as its package manager writes them. */
  record Foreign(List<String> depends, List<String> recommends) {
    Foreign {
      depends = List.copyOf(depends);
      recommends = List.copyOf(recommends);
    }
  }

  /** Texts for people. */
  record Texts(
      String summary,
      String description,
      String section,
      String maintainer,
      String homepage,
      String license) {}

  /** Reads a text: a list is the field's {@code package.json}, keys and values are our own form. */
  static Checked<PackagesConfig> read(ConfigText text) {
    return text.root() instanceof Sequence list
        ? new FieldPackages(text, list).read()
        : new PackagesReader(text).read();
  }
}
