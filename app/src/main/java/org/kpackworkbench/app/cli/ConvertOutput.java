package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.convert.ConversionPlan;
import org.kpackworkbench.model.operation.convert.ConversionReport;
import org.kpackworkbench.model.operation.convert.ConversionRequest;
import org.kpackworkbench.model.operation.hostonly.ConvertReport;
import org.kpackworkbench.model.operation.hostonly.Outcome;
import org.kpackworkbench.model.operation.output.Finding;

/** Says what {@code convert} did, or would do. */
final class ConvertOutput {
  private final ConversionRequest request;
  private final Console console;

  ConvertOutput(ConversionRequest request, Console console) {
    this.request = request;
    this.console = console;
  }

  /** One way to say both. */
  private record Result(
      Outcome outcome,
      long inputSize,
      long outputSize,
      int wrappers,
      long pagesRemoved,
      List<PackedArchive> archives,
      List<DroppedTarget> dropped,
      List<Finding> findings,
      boolean upToDate) {}

  int planned(ConversionPlan plan, boolean json) throws IOException {
    return print(
        new Result(
            plan.binary().outcome(),
            plan.binary().inputSizeBytes(),
            plan.binary().outputSizeBytes(),
            plan.binary().wrappers(),
            plan.binary().pagesRemoved(),
            plan.archives(),
            plan.dropped(),
            plan.findings(),
            false),
        true,
        json);
  }

  int done(ConversionReport report, boolean json) throws IOException {
    ConvertReport binary = report.binary();
    return print(
        new Result(
            binary.outcome(),
            binary.inputSizeBytes(),
            binary.outputSizeBytes(),
            binary.wrappers(),
            binary.pagesRemoved(),
            report.archives(),
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
      text(result);
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
          .field("upToDate", result.upToDate())
          .field("outcome", PackedOutput.outcome(result.outcome()))
          .field("inputSize", result.inputSize())
          .field("outputSize", result.outputSize())
          .field("wrappers", result.wrappers())
          .field("pagesRemoved", result.pagesRemoved());
      PackedOutput.archives(out, result.archives());
      PackedOutput.dropped(out, result.dropped());
      PackedOutput.findings(out, result.findings());
    }
  }

  private void text(Result result) throws IOException {
    try (TextOut out = console.text()) {
      out.line("%s: %s".formatted(request.input(), result.outcome().words()));
      new Facts()
          .add("output", request.output().toString())
          .size("input size", result.inputSize())
          .size("output size", result.outputSize())
          .add("wrappers", Integer.toString(result.wrappers()))
          .add("pages removed", Long.toString(result.pagesRemoved()))
          .add(
              "device code",
              request.discard() && result.outcome() == Outcome.CONVERTED ? "thrown away" : "")
          .print(out);
      PackedOutput.table(out, result.archives());
      PackedOutput.lines(out, result.dropped());
      PackedOutput.upToDate(out, result.upToDate());
    }
  }
}
