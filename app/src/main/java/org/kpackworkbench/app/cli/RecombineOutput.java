package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.operation.recombine.RecombineReport;
import org.kpackworkbench.model.operation.recombine.RecombineRequest;
import org.kpackworkbench.model.operation.recombine.RecombinedArtifact;

/** Says what {@code recombine} wrote, or would write. */
final class RecombineOutput {
  private final RecombineRequest request;
  private final Console console;
  private final boolean json;

  RecombineOutput(RecombineRequest request, Console console, boolean json) {
    this.request = request;
    this.console = console;
    this.json = json;
  }

  int print(RecombineReport report, boolean dryRun) throws IOException {
    if (json) {
      json(report, dryRun);
    } else {
      text(report);
    }
    for (RecombineReport.Failed failed : report.failed()) {
      console.note(
          "error: %s: %s".formatted(failed.component(), ErrorText.ofFile(failed.failure())));
    }
    PackedOutput.say(report.findings(), console);
    if (dryRun && !json) {
      console.note("Nothing was written (--dry-run).");
    }
    return report.failed().isEmpty() ? PackedOutput.status(report.findings()) : ExitStatus.FAILED;
  }

  private void json(RecombineReport report, boolean dryRun) throws IOException {
    try (JsonOut out = console.json()) {
      out.field("input", request.shards().toString())
          .field("config", request.config().toString())
          .field("output", request.output().toString())
          .field("dryRun", dryRun)
          .field("upToDate", report.upToDate())
          .texts("shards", report.shards())
          .list("artifacts");
      for (RecombinedArtifact artifact : report.artifacts()) {
        out.object()
            .field("name", artifact.name().toString())
            .field("path", artifact.path().toString())
            .field("component", artifact.name().prefix())
            .field("group", artifact.name().generic() ? null : artifact.name().family())
            .field("displayName", artifact.displayName())
            .texts("targets", artifact.architectures())
            .texts("shards", artifact.shards())
            .field("files", artifact.files())
            .field("size", artifact.sizeBytes())
            .field("kernels", artifact.kernels())
            .endObject();
      }
      out.endList().list("failed");
      for (RecombineReport.Failed failed : report.failed()) {
        out.object()
            .field("component", failed.component())
            .field("message", ErrorText.ofFile(failed.failure()))
            .endObject();
      }
      out.endList();
      PackedOutput.findings(out, report.findings());
    }
  }

  private void text(RecombineReport report) throws IOException {
    try (TextOut out = console.text()) {
      Columns table = new Columns("artifact", "targets", "shards", ">files", ">kernels", ">size");
      for (RecombinedArtifact artifact : report.artifacts()) {
        table.row(
            artifact.name().toString(),
            String.join(" ", artifact.architectures()),
            String.join(" ", artifact.shards()),
            Integer.toString(artifact.files()),
            Long.toString(artifact.kernels()),
            Long.toString(artifact.sizeBytes()));
      }
      if (!table.isEmpty()) {
        table.print(out, "");
      }
      int made = report.artifacts().size();
      int failed = report.failed().size();
      out.line(
          "%s in %s%s"
              .formatted(
                  made == 1 ? "1 artifact" : made + " artifacts",
                  request.output(),
                  failed == 0
                      ? ""
                      : "; %s failed"
                          .formatted(failed == 1 ? "1 component" : failed + " components")));
      PackedOutput.upToDate(out, report.upToDate());
    }
  }
}
