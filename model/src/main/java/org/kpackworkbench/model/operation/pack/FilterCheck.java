package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.CodeWriter;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.Finding;

/** Compares the targets that are wanted with those that are there. */
public final class FilterCheck {
  private FilterCheck() {}

  /**
   * Checks.
   *
   * @throws PackException where none of those that are wanted is there
   */
  public static void check(
      TargetFilter filter, Collection<GpuTarget> found, Path input, List<Finding> findings)
      throws PackException {
    if (filter.names().isEmpty()) {
      return;
    }
    if (found.stream().noneMatch(filter::keeps)) {
      throw new PackException(
          PackException.Reason.NOTHING_KEPT,
          "%s has no code for %s; it has some for %s"
              .formatted(
                  input,
                  filter.names().stream()
                      .map(TargetFilter.Named::text)
                      .collect(Collectors.joining(", ")),
                  found.isEmpty() ? "no target" : join(List.copyOf(found))));
    }
    for (TargetFilter.Named missing : filter.missing(found)) {
      findings.add(
          new Finding(
              Finding.Severity.ERROR,
              "target-not-found",
              input,
              "there is no code for %s, which was to be kept".formatted(missing),
              "Check the target's name; there is code for %s.".formatted(join(found))));
    }
  }

  private static String join(Collection<GpuTarget> targets) {
    return String.join(", ", CodeWriter.texts(targets));
  }
}
