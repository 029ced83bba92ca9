package org.kpackworkbench.model.operation.database;

import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.output.OperationFacts;

/**
 * What unpacking databases wrote.
 *
 * @param files number of files
 * @param kernels number of code objects in them
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record UnpackDatabaseReport(
    UnpackDatabaseRequest request, int files, int kernels, boolean upToDate) {
  /** What there is to say of it. */
  public Report describe() {
    Facts facts =
        OperationFacts.of(null, request.output(), false, upToDate)
            .number("files", files)
            .shown(CountText.of(files, "file"))
            .number("kernels", kernels)
            .shown(CountText.of(kernels, "code object"));
    return new Report(facts).line("%s, %s", "files", "kernels").line("%s", "upToDate");
  }
}
