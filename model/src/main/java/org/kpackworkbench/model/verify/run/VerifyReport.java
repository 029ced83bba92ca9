package org.kpackworkbench.model.verify.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.coverage.CoverageGrid;

/**
 * What came of a verification.
 *
 * @param findings what was found: file by file, the worst of each file first
 * @param checked the files that were checked, in their order
 * @param unreadable the paths that could not be read at all
 * @param coverage the grids of what was verified, where they were asked for
 */
public record VerifyReport(
    List<Finding> findings,
    List<Path> checked,
    List<Unreadable> unreadable,
    List<CoverageGrid> coverage) {
  public VerifyReport {
    coverage = List.copyOf(coverage);
    findings = List.copyOf(findings);
    checked = List.copyOf(checked);
    unreadable = List.copyOf(unreadable);
  }

  /** A path that could not be read. */
  public record Unreadable(Path path, IOException failure) {}

  /** Whether everything could be read, and nothing was found but notes. */
  public boolean passed() {
    return unreadable.isEmpty() && count(Severity.ERROR) == 0 && count(Severity.WARNING) == 0;
  }

  /** How many findings there are of a severity. */
  public long count(Severity severity) {
    return findings.stream().filter(finding -> finding.severity() == severity).count();
  }
}
