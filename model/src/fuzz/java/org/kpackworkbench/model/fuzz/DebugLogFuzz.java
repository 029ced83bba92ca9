package org.kpackworkbench.model.fuzz;

import java.nio.file.Path;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.analysis.resolve.log.LogTrace;
import org.kpackworkbench.model.analysis.resolve.log.LoggedRequest;
import org.kpackworkbench.model.analysis.resolve.log.PathMapping;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.log.LoaderLog;

/** Logs of loaders. */
public final class DebugLogFuzz {
  private static final int MOST = 50;

  private DebugLogFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    ByteView view = ByteView.of("input.log", input);
    try {
      LoaderLog.isIn(view, 1 << 20);
      DebugLog log = DebugLog.read(view, Progress.NONE);
      for (int line = 1; line <= Math.min(MOST, log.lineCount()); line++) {
        log.line(line);
        log.kind(line);
        Check.same(line, log.lineAt(log.range(line).start()), "the line at its first byte");
      }
      Check.listed(log.unreadLines());
      Check.listed(log.errorLines());
      Check.listed(log.runtimeLines());
      Check.listed(log.hipErrors());
      PathMapping mapping = new PathMapping("/opt/rocm", Path.of("/x"));
      for (LogTrace trace : log.traces()) {
        trace.key();
        trace.target();
        trace.failure();
        DebugLog.write(trace.steps());
        PathMapping.common(trace.steps());
        LoggedRequest.of(trace, mapping);
      }
      Check.listed(log.loads());
    } catch (FormatException refusal) {
      Check.refusal(refusal);
    }
  }
}
