package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.job.Progress;

/** Any file under all rules of verification. */
public final class VerifyFuzz {
  private VerifyFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      VerifyReport report =
          Verify.run(
              List.of(scratch.file("input", input)),
              VerifyRequest.everything().onThreads(1).withCoverage(),
              Progress.NONE);
      boolean left = report.checked().isEmpty() && report.unreadable().isEmpty();
      Check.that(report.checked().size() + report.unreadable().size() <= 1, "one file");
      Check.that(!left || !report.notChecked().isEmpty(), "what is not checked is named");
      report.findings().forEach(each -> Check.that(!each.toString().isEmpty(), "words"));
    }
  }
}
