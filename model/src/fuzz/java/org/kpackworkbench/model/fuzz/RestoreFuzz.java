package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** Host-only to fat: the input is a binary that names archives which are not there. */
public final class RestoreFuzz {
  private RestoreFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path out = scratch.path("output.so");
      RestoreRequest request =
          RestoreRequest.of(scratch.file("lib/input.so", input), out)
              .with(RestoreRequest.PARTIAL, true)
              .with(RestoreRequest.JOBS, 1);
      try {
        new Restore(request).run(Progress.NONE);
        Check.that(Files.exists(out), "a restoration that ended well left a file");
      } catch (RestoreRefusedException refused) {
        Check.that(!Files.exists(out), "a refused restoration left a file");
      } catch (FormatException refusal) {
        Check.refusal(refusal);
        Check.that(!Files.exists(out), "a failed restoration left a file");
      }
    }
  }
}
