package org.kpackworkbench.model.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;

/**
 * Reports of earlier verifications: without new findings, nothing of theirs is known or counted.
 */
public final class BaselineFuzz {
  private BaselineFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    try (Scratch scratch = new Scratch()) {
      Path file = scratch.file("baseline.json", input);
      try {
        compare(Baseline.read(file), file);
      } catch (FormatException refusal) {
        Check.refusal(refusal);
      }
    }
  }

  private static void compare(Baseline baseline, Path file) {
    VerifyReport.Scope scope =
        new VerifyReport.Scope(List.of(file), List.of("some-rule"), List.of(), Severity.ERROR);
    VerifyReport empty =
        new VerifyReport(List.of(), List.of(file), List.of(), List.of(), List.of(), scope, null);
    VerifyReport compared = baseline.applyTo(empty);
    Check.same(List.of(), compared.findings(), "findings that count");
    Check.that(compared.compared().known().isEmpty(), "known findings of a report without any");
    Check.that(
        compared.compared().mended().size() <= baseline.size(), "more fixed than were known");
  }
}
