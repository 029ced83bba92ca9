package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.split.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitOutcome;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.ArtifactInput;

/** Says what {@code split} wrote, or would write. */
final class SplitOutput {
  private final SplitRequest request;
  private final Console console;
  private final boolean json;

  SplitOutput(SplitRequest request, Console console, boolean json) {
    this.request = request;
    this.console = console;
    this.json = json;
  }

  int print(SplitReport report, boolean dryRun) throws IOException {
    if (json) {
      json(report, dryRun);
    } else {
      text(report);
    }
    PackedOutput.say(report.findings(), console);
    for (SplitReport.Failed failed : report.failed()) {
      String text = ErrorText.ofFile(failed.error());
      String name = failed.source() + ": ";
      console.error(text.startsWith(name) ? text : name + text);
    }
    if (!dryRun && request.replace()) {
      left(report);
    }
    if (dryRun && !json) {
      console.note("Nothing was written (--dry-run); sizes are those before compression.");
    }
    return report.failed().isEmpty() ? PackedOutput.status(report.findings()) : ExitStatus.FAILED;
  }

  /** Names artifacts of the same prefixes that lie beside those that were written. */
  private void left(SplitReport report) throws IOException {
    Set<String> prefixes = new HashSet<>();
    Set<String> written = new HashSet<>();
    for (SplitOutcome outcome : report.outcomes()) {
      for (SplitArtifact artifact : outcome.artifacts()) {
        written.add(artifact.name().toString());
        if (outcome.split()) {
          prefixes.add(artifact.name().prefix());
        }
      }
    }
    if (prefixes.isEmpty()) {
      return;
    }
    try (Stream<Path> children = Files.list(request.output())) {
      children
          .sorted()
          .filter(
              path ->
                  ArtifactName.parse(ArtifactInput.folderName(path))
                      .filter(name -> prefixes.contains(name.prefix()))
                      .filter(name -> !written.contains(name.toString()))
                      .isPresent())
          .forEach(
              path ->
                  console.note(
                      "note: %s was there before, and this run made no such artifact; it is left as it is"
                          .formatted(path)));
    }
  }

  private void json(SplitReport report, boolean dryRun) throws IOException {
    try (JsonOut out = console.json()) {
      out.field("input", request.input().toString())
          .field("output", request.output().toString())
          .field("dryRun", dryRun)
          .field("upToDate", report.upToDate())
          .list("artifacts");
      for (SplitOutcome outcome : report.outcomes()) {
        for (SplitArtifact artifact : outcome.artifacts()) {
          out.object()
              .field("name", artifact.name().toString())
              .field("path", artifact.path().toString())
              .field("target", artifact.target())
              .field("kernels", artifact.kernels())
              .field("size", artifact.sizeBytes())
              .field("files", artifact.files())
              .texts("prefixes", artifact.prefixes())
              .field("source", outcome.source().toString())
              .field("split", outcome.split())
              .endObject();
        }
      }
      out.endList().list("skipped");
      for (SplitReport.Skipped skipped : report.skipped()) {
        out.object()
            .field("path", skipped.source().toString())
            .field("reason", skipped.reason())
            .endObject();
      }
      out.endList().list("failed");
      for (SplitReport.Failed failed : report.failed()) {
        out.object()
            .field("path", failed.source().toString())
            .field("error", ErrorText.ofFile(failed.error()))
            .endObject();
      }
      out.endList();
      out.field("binaries", report.outcomes().stream().mapToInt(SplitOutcome::binaries).sum());
      PackedOutput.dropped(out, dropped(report));
      PackedOutput.findings(out, report.findings());
    }
  }

  private static List<DroppedTarget> dropped(SplitReport report) {
    List<DroppedTarget> dropped = new ArrayList<>();
    report.outcomes().forEach(outcome -> dropped.addAll(outcome.dropped()));
    return DroppedTarget.sum(dropped);
  }

  private void text(SplitReport report) throws IOException {
    try (TextOut out = console.text()) {
      Columns table = new Columns("artifact", "target", ">kernels", ">files", ">size");
      for (SplitArtifact artifact : report.artifacts()) {
        table.row(
            artifact.path().toString(),
            artifact.target(),
            Integer.toString(artifact.kernels()),
            Integer.toString(artifact.files()),
            Long.toString(artifact.sizeBytes()));
      }
      if (!report.artifacts().isEmpty()) {
        table.print(out, "");
      }
      PackedOutput.lines(out, dropped(report));
      for (SplitReport.Skipped skipped : report.skipped()) {
        out.line("skipped: %s, %s".formatted(skipped.source(), skipped.reason()));
      }
      int binaries = report.outcomes().stream().mapToInt(SplitOutcome::binaries).sum();
      out.line(
          "%s from %s; %s host-only%s"
              .formatted(
                  counted(report.artifacts().size(), "artifact"),
                  report.outcomes().size(),
                  counted(binaries, "binary").replace("binarys", "binaries"),
                  report.failed().isEmpty()
                      ? ""
                      : "; %d failed".formatted(report.failed().size())));
      PackedOutput.upToDate(out, report.upToDate());
    }
  }

  private static String counted(int count, String word) {
    return count == 1 ? "1 " + word : "%d %ss".formatted(count, word);
  }
}
