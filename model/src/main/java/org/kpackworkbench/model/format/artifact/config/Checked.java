package org.kpackworkbench.model.format.artifact.config;

import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;

/**
 * Content of a configuration, and its problems.
 *
 * @param value as much of it as could be read
 * @param problems in the order of the text
 */
public record Checked<T>(T value, List<ConfigProblem> problems) {
  public Checked {
    problems =
        problems.stream()
            .sorted(
                java.util.Comparator.comparingInt(ConfigProblem::line)
                    .thenComparingInt(ConfigProblem::column))
            .toList();
  }

  /** Whether it can be used. */
  public boolean usable() {
    return errors().findAny().isEmpty();
  }

  /** The problems because of which it cannot. */
  public Stream<ConfigProblem> errors() {
    return problems.stream().filter(problem -> problem.severity() == Severity.ERROR);
  }
}
