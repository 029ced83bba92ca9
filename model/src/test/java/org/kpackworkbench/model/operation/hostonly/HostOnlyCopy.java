package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.PreparedHostOnly;

/** Makes host-only copies of fat binaries, without archives. */
public final class HostOnlyCopy {
  private HostOnlyCopy() {}

  /** Writes the copy that a request describes. */
  public static HostOnlyReport make(HostOnlyRequest request) throws IOException {
    return make(request, Progress.NONE);
  }

  /** Writes the copy that a request describes; the progress can cancel it. */
  public static HostOnlyReport make(HostOnlyRequest request, Progress progress) throws IOException {
    try (HostOnlyInput input = HostOnlyInput.open(request.input(), progress);
        PreparedHostOnly prepared = input.prepare(request, true, progress)) {
      prepared.commit();
      return prepared.report();
    }
  }
}
