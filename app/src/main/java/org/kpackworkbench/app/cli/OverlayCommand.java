package org.kpackworkbench.app.cli;

import java.io.IOException;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayReport;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;

/** {@code overlay}: artifacts onto one tree. */
final class OverlayCommand extends OperationCommand<OverlayRequest> {
  OverlayCommand(Console console) {
    super(console, OverlayRequest.OPERATION);
  }

  @Override
  int run(OverlayRequest request, Arguments given) throws IOException {
    boolean dryRun = given.get(CommonOptions.DRY_RUN);
    Overlay overlaying = new Overlay(request);
    OverlayReport report =
        dryRun
            ? overlaying.plan(console().progress())
            : Interruptible.run(overlaying::run, console().progress());
    return new OverlayOutput(request, console(), given.get(CommonOptions.JSON))
        .print(report, dryRun);
  }

  /** Says what {@code overlay} wrote, or would write. */
  static final class OverlayOutput {
    private final OverlayRequest request;
    private final Console console;
    private final boolean json;

    OverlayOutput(OverlayRequest request, Console console, boolean json) {
      this.request = request;
      this.console = console;
      this.json = json;
    }

    int print(OverlayReport report, boolean dryRun) throws IOException {
      if (json) {
        json(report, dryRun);
      } else {
        text(report);
      }
      PackedOutput.say(report.findings(), console);
      if (!report.conflicts().isEmpty()) {
        console.note("Nothing was written: artifacts bring different things to one place.");
      } else if (dryRun && !json) {
        console.note("Nothing was written (--dry-run).");
      }
      return report.conflicts().isEmpty()
          ? PackedOutput.status(report.findings())
          : ExitStatus.FINDINGS;
    }

    private void json(OverlayReport report, boolean dryRun) throws IOException {
      try (JsonOut out = console.json()) {
        out.field("output", request.output().toString())
            .field("dryRun", dryRun)
            .field("upToDate", report.upToDate())
            .field("flattened", request.flatten())
            .texts("artifacts", report.artifacts())
            .texts("prefixes", report.prefixes())
            .field("files", report.files())
            .field("links", report.links())
            .field("size", report.sizeBytes())
            .field("kept", report.kept())
            .field("removed", report.removed())
            .list("conflicts");
        for (OverlayReport.Conflict conflict : report.conflicts()) {
          out.object()
              .field("path", conflict.path())
              .field("first", conflict.first())
              .field("second", conflict.second())
              .field("message", conflict.message())
              .endObject();
        }
        out.endList();
        PackedOutput.findings(out, report.findings());
      }
    }

    private void text(OverlayReport report) throws IOException {
      try (TextOut out = console.text()) {
        for (OverlayReport.Conflict conflict : report.conflicts()) {
          out.line(
              "conflict: %s: %s and %s bring %s"
                  .formatted(
                      conflict.path(), conflict.first(), conflict.second(), conflict.message()));
        }
        for (String prefix : report.prefixes()) {
          out.line("prefix: " + prefix);
        }
        out.line(
            "%s, %s, %s, from %s"
                .formatted(
                    report.files() == 1 ? "1 file" : report.files() + " files",
                    Facts.size(report.sizeBytes()),
                    report.links() == 1 ? "1 link" : report.links() + " links",
                    String.join(", ", report.artifacts())));
        if (report.kept() + report.removed() > 0) {
          out.line(
              "there before: %d stay, %d are cleaned away or replaced"
                  .formatted(report.kept(), report.removed()));
        }
        PackedOutput.upToDate(out, report.upToDate());
      }
    }
  }
}
