package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.artifact.config.Checked;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.split.SplitRules;

/**
 * What the form for splitting asks for.
 *
 * @param request without rules
 * @param topology the file that gives the rules; null where everything is split
 */
record SplitAsked(SplitRequest request, @Nullable Path topology) {

  /**
   * The request with the topology's rules. In the background.
   *
   * @throws UnusableConfigException where the topology has errors
   */
  SplitRequest complete() throws IOException {
    Path file = topology;
    if (file == null) {
      return request;
    }
    Checked<Topology> read = Topology.read(file, Databases.installed().names());
    if (!read.usable()) {
      throw new UnusableConfigException(file, read);
    }
    return request.rules(SplitRules.of(read.value()));
  }
}
