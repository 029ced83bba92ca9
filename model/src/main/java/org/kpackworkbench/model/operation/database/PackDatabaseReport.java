package org.kpackworkbench.model.operation.database;

import java.util.List;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * What packing a database wrote, or would write.
 *
 * @param archives one for each architecture of each database
 * @param files number of files that stay where they are: what selects kernels, and all else
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record PackDatabaseReport(List<PlannedArchive> archives, int files, boolean upToDate) {
  public PackDatabaseReport {
    archives = List.copyOf(archives);
  }

  /** Notes about every such archive. */
  public List<OperationNote> findings(PackDatabaseRequest request) {
    return List.of(
        new OperationNote(
            Severity.NOTE,
            "not-loaded",
            request.output(),
            "no library loads its kernels from such archives yet",
            "Keep the database; unpack-database makes it again."));
  }

  /**
   * What there is to say of it.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(PackDatabaseRequest request, boolean dryRun) {
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate)
            .list("archives", archives, PlannedArchive::describe)
            .number("files", files)
            .shown(CountText.of(files, "file"))
            .list("findings", findings(request), OperationNote::describe);
    Report report = PlannedArchive.table(new Report(facts)).gap();
    if (files > 0) {
      report.line("left where it is: %s", "files");
    }
    return report.line("%s", "upToDate");
  }
}
