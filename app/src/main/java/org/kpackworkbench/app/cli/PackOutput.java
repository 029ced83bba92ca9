package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.hostonly.ConvertPreview;
import org.kpackworkbench.model.operation.output.Finding;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackReport;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.pack.PackedBinary;
import org.kpackworkbench.model.operation.pack.PlannedBinary;

/** Says what {@code pack} wrote, or would write. */
final class PackOutput {
  private final PackRequest request;
  private final Console console;

  PackOutput(PackRequest request, Console console) {
    this.request = request;
    this.console = console;
  }

  /** One way to say both. */
  private record Result(
      List<PackedArchive> archives,
      List<PlannedBinary> binaries,
      List<String> copiedFiles,
      int copied,
      long copiedSize,
      int links,
      List<DroppedTarget> dropped,
      List<Finding> findings,
      boolean upToDate) {}

  int planned(PackPlan plan, boolean json) throws IOException {
    return print(
        new Result(
            plan.archives(),
            plan.binaries(),
            plan.copied(),
            plan.copied().size(),
            plan.copiedSizeBytes(),
            plan.links(),
            plan.dropped(),
            plan.findings(),
            false),
        true,
        json);
  }

  int done(PackReport report, boolean json) throws IOException {
    List<PlannedBinary> binaries = new ArrayList<>();
    for (PackedBinary binary : report.binaries()) {
      binaries.add(binary.planned());
    }
    return print(
        new Result(
            report.archives(),
            binaries,
            List.of(),
            report.copied(),
            report.copiedSizeBytes(),
            report.links(),
            report.dropped(),
            report.findings(),
            report.upToDate()),
        false,
        json);
  }

  private int print(Result result, boolean dryRun, boolean json) throws IOException {
    if (json) {
      json(result, dryRun);
    } else {
      text(result, dryRun);
    }
    PackedOutput.say(result.findings(), console);
    if (dryRun && !json) {
      console.note("Nothing was written (--dry-run).");
      PackedOutput.noteThere(request.output(), request.replace(), console);
    }
    return PackedOutput.status(result.findings());
  }

  private void json(Result result, boolean dryRun) throws IOException {
    try (JsonOut out = console.json()) {
      out.field("input", request.input().toString())
          .field("output", request.output().toString())
          .field("dryRun", dryRun)
          .field("upToDate", result.upToDate());
      PackedOutput.archives(out, result.archives());
      out.list("binaries");
      for (PlannedBinary binary : result.binaries()) {
        ConvertPreview preview = binary.preview();
        out.object()
            .field("path", request.output().resolve(binary.path()).toString())
            .field("kernelName", binary.path())
            .field("searchPath", binary.searchPath())
            .field("outcome", PackedOutput.outcome(preview.outcome()))
            .field("inputSize", preview.inputSizeBytes())
            .field("outputSize", preview.outputSizeBytes())
            .field("wrappers", preview.wrappers())
            .field("pagesRemoved", preview.pagesRemoved())
            .texts("targets", binary.targets())
            .field("kernels", binary.kernels())
            .field("originalSize", binary.originalSizeBytes())
            .endObject();
      }
      out.endList()
          .field("copied", result.copied())
          .field("copiedSize", result.copiedSize())
          .field("links", result.links());
      if (dryRun) {
        out.texts("copiedFiles", result.copiedFiles());
      }
      PackedOutput.dropped(out, result.dropped());
      PackedOutput.findings(out, result.findings());
    }
  }

  private void text(Result result, boolean dryRun) throws IOException {
    try (TextOut out = console.text()) {
      if (!result.binaries().isEmpty()) {
        Columns table =
            new Columns("binary", "outcome", ">wrappers", ">kernels", ">before", ">after");
        for (PlannedBinary binary : result.binaries()) {
          table.row(
              binary.path(),
              PackedOutput.outcome(binary.preview().outcome()),
              Integer.toString(binary.preview().wrappers()),
              Integer.toString(binary.kernels()),
              Long.toString(binary.preview().inputSizeBytes()),
              Long.toString(binary.preview().outputSizeBytes()));
        }
        table.print(out, "");
      }
      PackedOutput.table(out, result.archives());
      PackedOutput.lines(out, result.dropped());
      PackedOutput.upToDate(out, result.upToDate());
      if (dryRun) {
        for (String path : result.copiedFiles()) {
          out.line("copied: " + path);
        }
      }
      out.line(
          "%s copied, %s; %s"
              .formatted(
                  result.copied() == 1 ? "1 file" : result.copied() + " files",
                  Facts.size(result.copiedSize()),
                  result.links() == 1 ? "1 link" : result.links() + " links"));
    }
  }
}
