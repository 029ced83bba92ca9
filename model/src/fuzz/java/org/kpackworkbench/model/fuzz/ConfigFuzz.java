package org.kpackworkbench.model.fuzz;

import java.util.List;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.Topology;

/** Configurations in one format, and the topology and packaging rules in them. */
final class ConfigFuzz {
  private ConfigFuzz() {}

  static void read(ConfigFormat format, byte[] input) {
    ConfigText text = ConfigText.read(format, Check.text(input));
    if (text.root() == null) {
      Check.that(!text.problems().isEmpty(), "nothing could be read, and no problem says why");
      return;
    }
    Check.that(!text.root().words().isEmpty(), "words");
    text.problems().forEach(problem -> Check.that(!problem.toString().isEmpty(), "words"));
    if (!text.complete()) {
      Check.that(!text.problems().isEmpty(), "it is not complete, and no problem says why");
    }
    Check.listed(Topology.read(text, List.of("rocblas")).problems());
    Check.listed(PackagingConfig.read(text).problems());
  }
}
