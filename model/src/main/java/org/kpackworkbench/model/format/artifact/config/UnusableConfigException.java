package org.kpackworkbench.model.format.artifact.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;

/** A configuration that cannot be used; nothing was written. */
public final class UnusableConfigException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;
  private final String file;

  /**
   * @param file the configuration
   * @param checked what is wrong with it; at least one error
   */
  public UnusableConfigException(Path file, Checked<?> checked) {
    super(message(file, checked.errors().toList()));
    this.problems = checked.problems();
    this.file = file.toString();
  }

  private static String message(Path file, List<ConfigProblem> errors) {
    String first = errors.getFirst().in(file.toString());
    return errors.size() == 1 ? first : "%s (and %d more)".formatted(first, errors.size() - 1);
  }

  /** Returns all problems as lines, each with its place in the configuration. */
  public List<String> lines() {
    return problems.stream().map(problem -> problem.in(file)).toList();
  }

  /** All that is wrong, in the order of the text. */
  public List<ConfigProblem> problems() {
    return problems;
  }
}
