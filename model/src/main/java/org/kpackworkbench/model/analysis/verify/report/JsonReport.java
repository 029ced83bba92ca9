package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.JsonSchema;

/** The document that scripts read: each finding in a line of its own. */
final class JsonReport {
  private static final String ITEM = "\n    ";

  private JsonReport() {}

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    JsonText json = new JsonText(out);
    json.raw("{\n  ").field(JsonSchema.FIELD, JsonSchema.NUMBER).raw(",\n  ");
    json.field("passed", report.passed()).raw(",\n  ").name("findings").raw("[");
    String next = ITEM;
    for (Finding finding : report.findings()) {
      json.raw(next).raw("{");
      finding(finding, report.scope(), false, json);
      next = "," + ITEM;
    }
    // With these the document is a baseline of its own.
    for (Finding finding : ReportWords.known(report)) {
      json.raw(next).raw("{");
      finding(finding, report.scope(), true, json);
      next = "," + ITEM;
    }
    json.raw(next.equals(ITEM) ? "]" : "\n  ]").raw(",\n  ");
    json.field("checked", report.checked().size()).raw(",\n  ");
    notChecked(report, json);
    json.field("errors", report.count(Severity.ERROR)).raw(",\n  ");
    json.field("warnings", report.count(Severity.WARNING)).raw(",\n  ");
    json.field("notes", report.count(Severity.NOTE)).raw(",\n  ").name("unreadable").raw("[");
    next = ITEM;
    for (VerifyReport.Unreadable path : report.unreadable()) {
      json.raw(next).raw("{").field("file", path.path().toString()).raw(", ");
      json.field("message", options.failure().apply(path.failure())).raw("}");
      next = "," + ITEM;
    }
    json.raw(report.unreadable().isEmpty() ? "]" : "\n  ]");
    if (!report.coverage().isEmpty()) {
      coverage(report, json);
    }
    json.raw("\n}\n");
  }

  /** An object a line: what was found, what was not checked, what could not be read. */
  static void writeLines(VerifyReport report, ReportOptions options, Writer out)
      throws IOException {
    JsonText json = new JsonText(out);
    for (Finding finding : report.findings()) {
      line(json);
      finding(finding, report.scope(), false, json);
      json.raw("\n");
    }
    for (Finding finding : ReportWords.known(report)) {
      line(json);
      finding(finding, report.scope(), true, json);
      json.raw("\n");
    }
    for (NotChecked left : report.notChecked()) {
      line(json);
      json.field("file", left.file().toString()).raw(", ").field("notChecked", true);
      json.raw(", ").field("format", left.format().id()).raw(", ");
      json.field("what", left.what()).raw(", ").field("advice", left.advice()).raw("}\n");
    }
    for (VerifyReport.Unreadable path : report.unreadable()) {
      line(json);
      json.field("file", path.path().toString()).raw(", ").name("problems").raw("[{");
      json.field("message", options.failure().apply(path.failure())).raw("}]}\n");
    }
  }

  /** Begins a document of its own. */
  private static void line(JsonText json) throws IOException {
    json.raw("{").field(JsonSchema.FIELD, JsonSchema.NUMBER).raw(", ");
  }

  /** The fields of a finding, and the end of its object. */
  private static void finding(
      Finding finding, VerifyReport.Scope scope, boolean known, JsonText json) throws IOException {
    json.field("severity", finding.severity().word()).raw(", ");
    json.field("rule", finding.rule()).raw(", ");
    json.field("file", finding.file().toString()).raw(", ");
    json.field("relative", scope.relative(finding.file())).raw(", ").name("offset");
    json.raw(finding.fileOffset() < 0 ? "null" : Long.toString(finding.fileOffset())).raw(", ");
    json.field("place", finding.placeText()).raw(", ");
    json.field("message", finding.message()).raw(", ");
    json.field("advice", finding.advice());
    if (known) {
      json.raw(", ").field("known", true);
    }
    json.raw("}");
  }

  private static void notChecked(VerifyReport report, JsonText json) throws IOException {
    json.name("notChecked").raw("[");
    String next = ITEM;
    for (NotChecked left : report.notChecked()) {
      json.raw(next).raw("{").field("file", left.file().toString()).raw(", ");
      json.field("format", left.format().id()).raw(", ");
      json.field("what", left.what()).raw(", ").field("advice", left.advice()).raw("}");
      next = "," + ITEM;
    }
    json.raw(report.notChecked().isEmpty() ? "]" : "\n  ]").raw(",\n  ");
    if (!report.scope().idle().isEmpty()) {
      json.name("idleRules").raw("[");
      next = "";
      for (String rule : report.scope().idle()) {
        json.raw(next).text(rule);
        next = ", ";
      }
      json.raw("],\n  ");
    }
    VerifyReport.Compared compared = report.compared();
    if (compared == null) {
      return;
    }
    json.field("known", compared.known().size()).raw(",\n  ").name("mended").raw("[");
    next = ITEM;
    for (Baseline.Entry entry : compared.mended()) {
      json.raw(next).raw("{").field("rule", entry.rule()).raw(", ");
      json.field("relative", entry.file()).raw(", ").field("place", entry.place()).raw(", ");
      json.field("message", entry.message()).raw("}");
      next = "," + ITEM;
    }
    json.raw(compared.mended().isEmpty() ? "]" : "\n  ]").raw(",\n  ");
  }

  private static void coverage(VerifyReport report, JsonText json) throws IOException {
    json.raw(",\n  ").name("coverage").raw("[");
    String next = ITEM;
    for (CoverageGrid grid : report.coverage()) {
      for (int row = 0; row < grid.rows().size(); row++) {
        CoverageGrid.Row binary = grid.rows().get(row);
        json.raw(next).raw("{").field("root", grid.root().toString()).raw(", ");
        json.field("path", binary.path()).raw(", ").field("binary", binary.name()).raw(", ");
        json.field("index", binary.index()).raw(", ").name("targets").raw("{");
        for (int column = 0; column < grid.columns().size(); column++) {
          CellKind kind = CellKind.of(grid.cell(row, column));
          json.raw(column == 0 ? "" : ", ");
          json.field(grid.columns().get(column).toString(), word(kind));
        }
        json.raw("}}");
        next = "," + ITEM;
      }
    }
    json.raw("\n  ]");
  }

  /** As scripts know it. */
  private static String word(CellKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
