package org.kpackworkbench.model.operation.split;

import java.util.Optional;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.config.Topology;

/** Says for each artifact what is done with it, as a build topology does. */
@FunctionalInterface
public interface SplitRules {
  /** The rule for an artifact; empty where there is none: it is then split as the request says. */
  Optional<SplitRule> of(ArtifactName name);

  /**
   * What a topology says: target-specific artifacts are split with their databases, others are
   * passed through.
   */
  static SplitRules of(Topology topology) {
    return name ->
        topology
            .of(name)
            .map(
                artifact ->
                    new SplitRule(
                        artifact.kind() == Topology.Kind.TARGET_SPECIFIC,
                        artifact.splitDatabases()));
  }
}
