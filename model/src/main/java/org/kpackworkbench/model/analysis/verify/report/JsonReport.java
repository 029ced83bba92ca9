package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.CellKind;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport.NotChecked;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;

/** The document that scripts read: each finding in a line of its own. */
final class JsonReport {
  private JsonReport() {}

  static void write(VerifyReport report, ReportOptions options, OutputStream stream)
      throws IOException {
    Facts facts =
        new Facts()
            .flag("passed", report.passed())
            .list("causes", causes(report), JsonReport::cause)
            .number("checked", report.checked().size())
            .list("notChecked", report.notChecked(), JsonReport::notChecked);
    if (!report.scope().idle().isEmpty()) {
      facts.texts("idleRules", report.scope().idle());
    }
    VerifyReport.Compared compared = report.compared();
    if (compared != null) {
      facts
          .number("known", compared.known().size())
          .list(
              "mended",
              compared.mended(),
              (entry, row) ->
                  row.text("rule", entry.rule())
                      .text("relative", entry.file())
                      .text("place", entry.place())
                      .text("message", entry.message()));
    }
    facts
        .number("errors", report.count(Severity.ERROR))
        .number("warnings", report.count(Severity.WARNING))
        .number("notes", report.count(Severity.NOTE))
        .list(
            "unreadable",
            report.unreadable(),
            (path, row) -> row.path("file", path.path()).text("message", words(path, options)));
    if (!report.coverage().isEmpty()) {
      facts.rows("coverage", take -> coverage(report, take));
    }
    try (JsonOut out = JsonOut.document(stream, take -> findings(report, take))) {
      facts.json(out);
    }
  }

  /** An object a line: what was found, what was not checked, what could not be read. */
  static void writeLines(VerifyReport report, ReportOptions options, OutputStream stream)
      throws IOException {
    try (JsonOut out = JsonOut.lines(stream, JsonOut.NO_FINDINGS)) {
      findings(report, finding -> line(out, finding));
      for (NotChecked left : report.notChecked()) {
        Facts line = new Facts().path("file", left.file()).flag("notChecked", true);
        line(out, what(left, line));
      }
      for (VerifyReport.Unreadable path : report.unreadable()) {
        line(
            out,
            new Facts()
                .path("file", path.path())
                .list(
                    "problems",
                    List.of(path),
                    (one, row) -> row.text("message", words(one, options))));
      }
    }
  }

  private static void line(JsonOut lines, Facts facts) throws IOException {
    try (JsonOut out = lines.part()) {
      facts.json(out);
    }
  }

  private static String words(VerifyReport.Unreadable path, ReportOptions options) {
    return options.failure().apply(path.failure());
  }

  /**
   * Writes the new findings, then the known ones: with those the document is a baseline of its own.
   */
  private static void findings(VerifyReport report, Taker<Facts> take) throws IOException {
    for (FindingGroup group : ReportWords.groups(report)) {
      for (Finding finding : group.findings()) {
        take.take(finding(finding, report.scope()));
      }
    }
    for (Finding finding : ReportWords.known(report)) {
      take.take(finding(finding, report.scope()).flag("known", true));
    }
  }

  /** Those that say more than their findings do. */
  private static List<FindingGroup> causes(VerifyReport report) {
    return ReportWords.groups(report).stream().filter(group -> !group.isSingle()).toList();
  }

  private static void cause(FindingGroup group, Facts row) {
    row.text("severity", group.severity().word())
        .text("cause", group.title())
        .text("advice", group.advice())
        .number("findings", group.findings().size());
  }

  private static Facts finding(Finding finding, VerifyReport.Scope scope) {
    return new Facts()
        .text("severity", finding.severity().word())
        .text("rule", finding.rule())
        .path("file", finding.file())
        .text("relative", scope.relative(finding.file()))
        .known("offset", finding.fileOffset())
        .text("place", finding.placeText())
        .text("message", finding.message())
        .text("advice", finding.advice())
        .text("expected", finding.evidence().expected())
        .text("found", finding.evidence().found());
  }

  private static void notChecked(NotChecked left, Facts row) {
    what(left, row.path("file", left.file()));
  }

  private static Facts what(NotChecked left, Facts row) {
    return row.text("format", left.format().id())
        .text("what", left.what())
        .text("advice", left.advice());
  }

  private static void coverage(VerifyReport report, Taker<Taker<Facts>> take) throws IOException {
    for (CoverageGrid grid : report.coverage()) {
      for (int row = 0; row < grid.rows().size(); row++) {
        int number = row;
        take.take(facts -> coverage(grid, number, facts));
      }
    }
  }

  private static void coverage(CoverageGrid grid, int row, Facts facts) {
    CoverageGrid.BinaryRow binary = grid.rows().get(row);
    Facts targets = new Facts();
    for (int column = 0; column < grid.columns().size(); column++) {
      targets.id(grid.columns().get(column).toString(), CellKind.of(grid.cell(row, column)));
    }
    facts
        .path("root", grid.root())
        .text("path", binary.path())
        .text("binary", binary.name())
        .known("index", binary.index())
        .part("targets", targets);
  }
}
