package org.kpackworkbench.model.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.verify.run.VerifyReport;

/** The document that scripts read: each finding in a line of its own. */
final class JsonReport {
  private static final String ITEM = "\n    ";

  private JsonReport() {}

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    JsonText json = new JsonText(out);
    json.raw("{\n  ").field("passed", report.passed()).raw(",\n  ").name("findings").raw("[");
    String next = ITEM;
    for (Finding finding : report.findings()) {
      json.raw(next).raw("{").field("severity", finding.severity().word()).raw(", ");
      json.field("rule", finding.rule()).raw(", ");
      json.field("file", finding.file().toString()).raw(", ").name("offset");
      json.raw(finding.fileOffset() < 0 ? "null" : Long.toString(finding.fileOffset())).raw(", ");
      json.field("place", finding.placeText()).raw(", ");
      json.field("message", finding.message()).raw(", ");
      json.field("advice", finding.advice()).raw("}");
      next = "," + ITEM;
    }
    json.raw(report.findings().isEmpty() ? "]" : "\n  ]").raw(",\n  ");
    json.field("checked", report.checked().size()).raw(",\n  ");
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
