package org.kpackworkbench.model.operation.split;

import java.util.List;

/**
 * What is done with an artifact.
 *
 * @param split whether it is split; it is passed through as it is otherwise
 * @param databases the databases to split, by the names of their recognisers
 */
public record SplitRule(boolean split, List<String> databases) {
  public SplitRule {
    databases = List.copyOf(databases);
  }
}
