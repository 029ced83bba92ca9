package org.kpackworkbench.views.access;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;

/** What a loader writes for the sample's library, between lines of another program. */
final class MadeLog {
  private MadeLog() {}

  static List<String> lines(Path sample) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("starting");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      for (WrapperOutcome outcome :
          new BinaryResolver(loader, List.of(GpuTarget.of("gfx942")), true)
              .resolve(sample.resolve("lib/libhostonly.so"), Progress.NONE)
              .outcomes()) {
        lines.addAll(DebugLog.write(((InArchive) outcome.code()).resolution().trace()));
      }
    }
    lines.add("RuntimeError: HIP error: no kernel image is available for execution on the device");
    return lines;
  }
}
