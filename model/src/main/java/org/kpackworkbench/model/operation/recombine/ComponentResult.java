package org.kpackworkbench.model.operation.recombine;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What became of a component.
 *
 * @param component an artifact's prefix
 * @param artifacts what was made; nothing where it failed
 * @param findings what is to be known of it
 * @param failure why it failed; null where it did not
 */
record ComponentResult(
    String component,
    List<RecombinedArtifact> artifacts,
    List<Finding> findings,
    @Nullable IOException failure) {
  ComponentResult {
    artifacts = List.copyOf(artifacts);
    findings = List.copyOf(findings);
  }
}
