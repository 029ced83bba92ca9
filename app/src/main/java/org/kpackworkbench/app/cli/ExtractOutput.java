package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.extract.ExtractPlan;
import org.kpackworkbench.model.operation.extract.ExtractPlan.PlannedFile;
import org.kpackworkbench.model.operation.extract.ExtractReport;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractProblem;
import org.kpackworkbench.model.operation.extract.ExtractReport.ExtractedFile;

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
    if (json == null) {
      TextColumns table = new TextColumns("binary", ">index", "target", ">size", "path");
      for (ExtractedFile done : report.written()) {
        table.row(
            done.binary(),
            index(done.index()),
            done.target(),
            Long.toString(done.sizeBytes()),
            done.path().toString());
      }
      print(table, report.upToDate());
    } else if (json.isLines()) {
      for (ExtractedFile done : report.written()) {
        try (JsonOut out = begin(json, false)) {
          fields(out, done);
        }
      }
      problemLines(json, false, report.problems());
    } else {
      try (JsonOut out = begin(json, false).field("upToDate", report.upToDate()).list("written")) {
        for (ExtractedFile done : report.written()) {
          fields(out.object(), done);
          out.endObject();
        }
        problems(out.endList(), report.problems());
        out.field("notTried", report.notTried());
      }
    }
    report(report.problems());
    if (report.notTried() > 0) {
      console.error("%d more were not tried, since writing failed".formatted(report.notTried()));
    }
    return Math.max(
        report.complete() ? ExitStatus.DONE : ExitStatus.FAILED,
        Input.report(source.problems(), console));
  }

  /** The same for what would be written. */
  int planned(ExtractPlan plan) throws IOException {
    if (json == null) {
      TextColumns table = new TextColumns("binary", ">index", "target", ">size", "path");
      for (PlannedFile planned : plan.files()) {
        table.row(
            planned.binary(),
            index(planned.index()),
            planned.target(),
            planned.sizeBytes() < 0 ? "-" : Long.toString(planned.sizeBytes()),
            planned.path() + (planned.exists() ? " (is there already)" : ""));
      }
      print(table, false);
      console.note("Nothing was written (--dry-run).");
    } else if (json.isLines()) {
      for (PlannedFile planned : plan.files()) {
        try (JsonOut out = begin(json, true)) {
          fields(out, planned);
        }
      }
      problemLines(json, true, plan.problems());
    } else {
      try (JsonOut out = begin(json, true).field("upToDate", false).list("written")) {
        for (PlannedFile planned : plan.files()) {
          fields(out.object(), planned);
          out.endObject();
        }
        problems(out.endList(), plan.problems());
      }
    }
    report(plan.problems());
    return Math.max(
        plan.problems().isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED,
        Input.report(source.problems(), console));
  }

  private JsonOut begin(JsonFiles json, boolean dryRun) {
    return json.begin(item.path()).field("format", document.format().id()).field("dryRun", dryRun);
  }

  private static void fields(JsonOut out, ExtractedFile done) {
    row(out, done.binary(), done.index(), done.target(), done.path());
    out.field("size", done.sizeBytes()).field("sha256", done.sha256());
    out.field("upToDate", done.upToDate());
  }

  private static void fields(JsonOut out, PlannedFile planned) {
    row(out, planned.binary(), planned.index(), planned.target(), planned.path());
    out.known("size", planned.sizeBytes()).field("exists", planned.exists());
  }

  private void problemLines(JsonFiles json, boolean dryRun, List<ExtractProblem> problems)
      throws IOException {
    if (!problems.isEmpty() || !source.problems().isEmpty()) {
      try (JsonOut out = begin(json, dryRun)) {
        problems(out, problems);
      }
    }
  }

  private static void row(JsonOut out, String binary, int index, String target, Path path) {
    out.field("binary", binary)
        .known("index", index)
        .field("target", target)
        .field("path", path.toString());
  }

  private static String index(int index) {
    return index < 0 ? "-" : Integer.toString(index);
  }

  private void print(TextColumns table, boolean upToDate) throws IOException {
    try (TextOut out = console.text()) {
      if (!table.isEmpty()) {
        Inputs.head(out, item, first);
        table.print(out, "");
      }
      OperationOutput.upToDate(out, upToDate);
    }
  }

  private void problems(JsonOut out, List<ExtractProblem> problems) {
    out.list("problems");
    for (ExtractProblem problem : problems) {
      CodeObjectRow row = row(problem);
      out.object();
      if (row != null) {
        out.field("binary", row.binary())
            .known("index", row.index())
            .field("target", row.targetText());
      }
      if (problem.cause() instanceof FormatException known) {
        Input.fields(known, out);
      } else {
        out.field("message", ErrorLine.ofFile(problem.cause()));
      }
      out.endObject();
    }
    for (FormatException problem : source.problems()) {
      out.object();
      Input.fields(problem, out);
      out.endObject();
    }
    out.endList();
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
              .formatted(row.binary(), index(row.index()), row.targetText(), words));
    } else {
      console.error(words);
    }
  }
}
