package org.kpackworkbench.model.operation.pack;

import java.util.List;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.hostonly.HostOnlyInput.HostOnlyPreview;
import org.kpackworkbench.model.operation.output.OperationFacts;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Plan of packing.
 *
 * @param archives the archive; none if there is no device code
 * @param binaries the binaries, in the order of their paths
 * @param copied the paths of all other files, in their order
 * @param copiedSizeBytes their size
 * @param links number of symbolic links
 * @param dropped targets that are left out
 * @param findings what else is to be known
 */
public record PackPlan(
    List<PlannedArchive> archives,
    List<PlannedBinary> binaries,
    List<String> copied,
    long copiedSizeBytes,
    int links,
    List<DroppedTarget> dropped,
    List<OperationNote> findings) {
  /** Returns the report of the plan. */
  public Report describe(PackRequest request) {
    Report report = describe(request, true, false, copied.size());
    report.facts().texts("copiedFiles", copied);
    return finished(report);
  }

  /** Without what comes last. */
  Report describe(PackRequest request, boolean dryRun, boolean upToDate, int copiedCount) {
    Facts facts =
        OperationFacts.of(request.input(), request.output(), dryRun, upToDate)
            .list("archives", archives, PlannedArchive::describe)
            .list("binaries", binaries, (binary, row) -> binary.describe(request, row))
            .number("copied", copiedCount)
            .shown(CountText.of(copiedCount, "file"))
            .size("copiedSize", copiedSizeBytes)
            .number("links", links)
            .shown(CountText.of(links, "link"));
    return new Report(facts);
  }

  Report finished(Report report) {
    report.facts().list("dropped", dropped, DroppedTarget::describe);
    report.table(
        "binaries",
        "kernelName as binary",
        "outcome",
        "wrappers",
        "kernels as code objects",
        "inputSize as before",
        "outputSize as after");
    return DroppedTarget.lines(PlannedArchive.table(report))
        .line("%s", "upToDate")
        .lines("copiedFiles", "copied: %s")
        .line("%s copied, %s; %s", "copied", "copiedSize", "links");
  }

  /**
   * A binary that would be converted, or is host-only already.
   *
   * @param path its path in the tree, which is also what archives call it
   * @param preview what would be done
   * @param searchPath the marker's search path
   * @param targets the targets whose code goes into the archive
   * @param kernels number of rows that the archive gets
   * @param originalSizeBytes size of their code objects, shared ones once
   */
  public record PlannedBinary(
      String path,
      HostOnlyPreview preview,
      String searchPath,
      List<String> targets,
      int kernels,
      long originalSizeBytes) {
    private void describe(PackRequest request, Facts facts) {
      facts
          .path("path", request.output().resolve(path))
          .text("kernelName", path)
          .text("searchPath", searchPath);
      preview.describe(facts);
      facts
          .texts("targets", targets)
          .number("kernels", kernels)
          .number("originalSize", originalSizeBytes);
    }
  }
}
