package org.kpackworkbench.model.operation.database;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Result of unpacking databases, done or planned.
 *
 * @param contents the files, in the order of their paths
 * @param findings what there is to say of files that are not what was packed
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record UnpackDatabaseReport(
    UnpackDatabaseRequest request,
    List<UnpackedFile> contents,
    List<OperationNote> findings,
    boolean upToDate) {
  public UnpackDatabaseReport {
    contents = List.copyOf(contents);
    findings = List.copyOf(findings);
  }

  /**
   * A file of a database.
   *
   * @param path where it is, or would be
   * @param kernels number of code objects in it; of a table its rows
   * @param codeBytes size of those; of a table the file is larger
   */
  public record UnpackedFile(Path path, int kernels, long codeBytes) {
    private void describe(Facts facts) {
      facts.path("path", path).number("kernels", kernels).number("originalSize", codeBytes);
    }
  }

  /** Number of files. */
  public int files() {
    return contents.size();
  }

  /** Number of code objects in them. */
  public int kernels() {
    return contents.stream().mapToInt(UnpackedFile::kernels).sum();
  }

  /** Size of those. */
  public long codeBytes() {
    return contents.stream().mapToLong(UnpackedFile::codeBytes).sum();
  }

  /**
   * Returns the report of unpacking. Text lists the files of a plan only.
   *
   * @param dryRun whether it was only planned
   */
  public Report describe(boolean dryRun) {
    Facts facts =
        OperationFacts.of(null, request.output(), dryRun, upToDate)
            .number("files", files())
            .shown(CountText.of(files(), "file"))
            .number("kernels", kernels())
            .shown(CountText.of(kernels(), "code object"))
            .size("originalSize", codeBytes())
            .list("contents", contents, UnpackedFile::describe);
    Report report = new Report(facts);
    if (dryRun) {
      report
          .table("contents", "path as file", "kernels as code objects", "originalSize as code")
          .gap();
    }
    return report.line("%s, %s, %s", "files", "kernels", "originalSize").line("%s", "upToDate");
  }
}
