package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.extract.ExtractPlan;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;
import org.kpackworkbench.model.operation.output.OperationFacts;

/** Says what was written, or would be. */
final class ExtractOutput {
  private static final int MOST_SHOWN = 20;

  private final Inputs.Item item;
  private final Document document;
  private final FileCodeObjects source;
  private final Console console;
  private final @Nullable JsonFiles json;
  private final boolean first;

  /**
   * @param json where JSON goes; null where text is wanted
   * @param first whether nothing was said of other files yet
   */
  ExtractOutput(
      Inputs.Item item,
      Document document,
      FileCodeObjects source,
      Console console,
      @Nullable JsonFiles json,
      boolean first) {
    this.item = item;
    this.document = document;
    this.source = source;
    this.console = console;
    this.json = json;
    this.first = first;
  }

  /** Prints a report as JSON or text, and what went wrong on standard error. */
  int written(ExtractReport report) throws IOException {
    print(
        facts(false),
        report.upToDate(),
        report.written(),
        ExtractedFile::describe,
        report.problems(),
        facts -> facts.number("notTried", report.notTried()));
    report(report.problems());
    if (report.notTried() > 0) {
      console.error("%d more were not tried because writing failed".formatted(report.notTried()));
    }
    return Math.max(
        report.complete() ? ExitStatus.DONE : ExitStatus.FAILED,
        Input.report(source.problems(), console));
  }

  /** The same for what would be written. */
  int planned(ExtractPlan plan) throws IOException {
    print(facts(true), false, plan.files(), PlannedFile::describe, plan.problems(), facts -> {});
    if (json == null) {
      console.note("Nothing was written (--dry-run).");
    }
    report(plan.problems());
    return Math.max(
        plan.problems().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED,
        Input.report(source.problems(), console));
  }

  private Supplier<Facts> facts(boolean dryRun) {
    return () ->
        new Facts()
            .text("format", document.format().id())
            .flag(CommonOptions.DRY_RUN.field(), dryRun);
  }

  private <R> void print(
      Supplier<Facts> begin,
      boolean upToDate,
      List<R> files,
      Facts.Describe<R> describe,
      List<ExtractProblem> problems,
      Consumer<Facts> rest)
      throws IOException {
    if (json != null && json.isLines()) {
      for (R file : files) {
        Facts line = begin.get();
        describe.describe(file, line);
        print(json, line);
      }
      if (!problems.isEmpty() || !source.problems().isEmpty()) {
        print(json, problems(begin.get(), problems));
      }
      return;
    }
    Facts facts = OperationFacts.upToDate(begin.get(), upToDate).list("written", files, describe);
    rest.accept(problems(facts, problems));
    if (json != null) {
      print(json, facts);
      return;
    }
    try (TextOut out = console.text()) {
      new Report(facts)
          .heading(Inputs.heading(item, first))
          .table("written", "binary", "index", "target", "size", "path")
          .line("%s", "upToDate")
          .text(out);
    }
  }

  private void print(JsonFiles files, Facts facts) throws IOException {
    try (JsonOut out = files.begin(item.path())) {
      facts.json(out);
    }
  }

  private Facts problems(Facts facts, List<ExtractProblem> problems) {
    return facts.rows(
        "problems",
        take -> {
          for (ExtractProblem problem : problems) {
            take.take(row -> problem(problem, row));
          }
          for (FormatException problem : source.problems()) {
            take.take(row -> Input.describe(problem, row));
          }
        });
  }

  private void problem(ExtractProblem problem, Facts facts) {
    CodeObjectRow row = row(problem);
    if (row != null) {
      facts
          .text("binary", row.binary())
          .known("index", row.index())
          .text("target", row.targetText());
    }
    if (problem.cause() instanceof FormatException known) {
      Input.describe(known, facts);
    } else {
      facts.text("message", ErrorLine.ofFile(problem.cause()));
    }
  }

  private @Nullable CodeObjectRow row(ExtractProblem problem) {
    try {
      return source.codeObjects().row(problem.row());
    } catch (FormatException unreadable) {
      return null;
    }
  }

  private void report(List<ExtractProblem> problems) {
    problems.stream().limit(MOST_SHOWN).forEach(this::report);
    if (problems.size() > MOST_SHOWN) {
      console.error("… and %d more were not written".formatted(problems.size() - MOST_SHOWN));
    }
  }

  private void report(ExtractProblem problem) {
    CodeObjectRow row = row(problem);
    String words = ErrorLine.ofFile(problem.cause());
    if (problem.cause() instanceof FormatException && row != null) {
      console.error(
          "%s, index %s, %s: not written: %s"
              .formatted(
                  row.binary(), row.index() < 0 ? "-" : row.index(), row.targetText(), words));
    } else {
      console.error(words);
    }
  }
}
