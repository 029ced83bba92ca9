package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.app.console.Columns;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.operation.restore.MissingCode;
import org.kpackworkbench.model.operation.restore.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport;
import org.kpackworkbench.model.operation.restore.RestoreRequest;
import org.kpackworkbench.model.operation.restore.SearchedPath;

/** Says what {@code restore} did, or would do. */
final class RestoreOutput {
  private static final int MOST_SHOWN = 50;

  private final RestoreRequest request;
  private final RestoreReport report;
  private final Console console;

  RestoreOutput(RestoreRequest request, RestoreReport report, Console console) {
    this.request = request;
    this.report = report;
    this.console = console;
  }

  int print(boolean json) throws IOException {
    if (json) {
      json();
    } else {
      text();
    }
    report.notes().forEach(note -> console.note("note: " + note));
    if (request.dryRun() && !json) {
      console.note("Nothing was written (--dry-run).");
    }
    return report.missing().isEmpty() ? ExitStatus.DONE : ExitStatus.FINDINGS;
  }

  private static String id(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void json() throws IOException {
    try (JsonOut out = console.json()) {
      out.field("input", request.input().toString())
          .field("output", request.output().toString())
          .field("dryRun", request.dryRun())
          .field("outcome", id(report.outcome()))
          .field("upToDate", report.upToDate())
          .field("inputSize", report.inputSizeBytes())
          .field("outputSize", report.outputSizeBytes())
          .field("wrappers", report.wrappers())
          .field("bundles", report.bundles().size())
          .field("placement", id(report.placement()))
          .texts("targets", report.targets())
          .list("missing");
      for (MissingCode missing : report.missing()) {
        boolean known = !missing.entryId().isEmpty();
        out.object()
            .field("index", missing.index())
            .field("target", known ? missing.target() : null)
            .field("id", known ? missing.entryId() : null)
            .endObject();
      }
      out.endList().list("archives");
      report.archives().forEach(path -> out.object().field("path", path.toString()).endObject());
      out.endList().list("searched");
      for (SearchedPath searched : report.searched()) {
        out.object()
            .field("pattern", searched.pattern())
            .field("path", searched.path() == null ? null : searched.path().toString())
            .field("result", id(searched.result()))
            .endObject();
      }
      out.endList().texts("notes", report.notes());
    }
  }

  private void text() throws IOException {
    boolean restored = report.outcome() != RestoreOutcome.ALREADY_FAT;
    try (TextOut out = console.text()) {
      out.line("%s: %s".formatted(request.input(), report.outcome().words()));
      new Facts()
          .add("output", request.output().toString())
          .size("input size", report.inputSizeBytes())
          .size("output size", report.outputSizeBytes())
          .add("wrappers", Integer.toString(report.wrappers()))
          .add("bundles", restored ? Integer.toString(report.bundles().size()) : "")
          .add("device code", restored ? report.placement().words() : "")
          .add("targets", String.join(" ", report.targets()))
          .print(out);
      if (!report.archives().isEmpty()) {
        out.line();
        Columns archives = new Columns("archive");
        report.archives().forEach(path -> archives.row(path.toString()));
        archives.print(out, "");
      }
      missing(out);
      PackedOutput.upToDate(out, report.upToDate());
    }
  }

  private void missing(TextOut out) throws IOException {
    List<MissingCode> missing = report.missing();
    if (missing.isEmpty()) {
      return;
    }
    out.line();
    Columns table = new Columns(">index", "left out");
    for (MissingCode each : missing.subList(0, Math.min(missing.size(), MOST_SHOWN))) {
      table.row(
          Integer.toString(each.index()),
          each.entryId().isEmpty()
              ? "everything: no archive knows it"
              : each.target().isEmpty() ? each.entryId() : each.target());
    }
    table.print(out, "");
    if (missing.size() > MOST_SHOWN) {
      out.line("and %d more".formatted(missing.size() - MOST_SHOWN));
    }
  }
}
