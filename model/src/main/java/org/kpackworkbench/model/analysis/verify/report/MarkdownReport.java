package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.report.ReportWords.CellText;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.text.MarkdownText;

/** For issues and pull requests: findings under their files, then the grid. */
final class MarkdownReport {
  private MarkdownReport() {}

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    out.write("## Verification\n\n");
    out.write("**%s**: %s.\n".formatted(ReportWords.outcome(report), ReportWords.counts(report)));
    if (options.written() != null) {
      out.write("\n" + MarkdownText.of(ReportWords.made(options)) + "\n");
    }
    if (!report.unreadable().isEmpty()) {
      out.write("\n### Could not be read\n\n");
      for (VerifyReport.Unreadable one : report.unreadable()) {
        out.write(
            "- %s: %s\n"
                .formatted(
                    MarkdownText.code(ReportWords.relative(one.path(), options.base()), false),
                    MarkdownText.of(options.failure().apply(one.failure()))));
      }
    }
    for (ReportWords.Part part : ReportWords.parts(ReportWords.groups(report))) {
      part(part, options, out);
    }
    if (!ReportWords.known(report).isEmpty()) {
      out.write("\n## Known from the baseline\n");
      findings(ReportWords.known(report), options, out);
    }
    if (!ReportWords.mended(report).isEmpty()) {
      out.write("\n## Fixed since the baseline\n\n");
      for (Baseline.Entry entry : ReportWords.mended(report)) {
        out.write("- " + MarkdownText.of(entry.line()) + "\n");
      }
    }
    List<Reports.Left> left = ReportWords.left(report);
    if (!left.isEmpty()) {
      out.write("\n## Not checked\n\n");
      for (Reports.Left each : left) {
        Path file = each.file();
        String path =
            file == null
                ? ""
                : MarkdownText.code(ReportWords.relative(file, options.base()), false) + ": ";
        out.write("- " + path + MarkdownText.of(each.words()) + "\n");
      }
    }
    for (CoverageGrid grid : report.coverage()) {
      coverage(grid, out);
    }
  }

  private static void part(ReportWords.Part part, ReportOptions options, Writer out)
      throws IOException {
    FindingGroup group = part.cause();
    if (group == null) {
      findings(part.findings(), options, out);
      return;
    }
    out.write("\n### %s\n".formatted(MarkdownText.of(group.title())));
    out.write(
        "\n%s. %s\n".formatted(group.counts(), MarkdownText.of(group.advice())).stripTrailing());
    out.write("\n");
    for (ReportWords.Run file : ReportWords.runs(group.findings())) {
      String path = ReportWords.relative(file.file(), options.base());
      out.write("\n" + MarkdownText.code(path, false) + "\n\n");
      for (Finding finding : file.findings()) {
        finding(finding, !finding.advice().equals(group.advice()), out);
      }
    }
  }

  private static void findings(List<Finding> findings, ReportOptions options, Writer out)
      throws IOException {
    for (ReportWords.Run file : ReportWords.runs(findings)) {
      String path = ReportWords.relative(file.file(), options.base());
      out.write("\n### " + MarkdownText.code(path, false) + "\n\n");
      for (Finding finding : file.findings()) {
        finding(finding, true, out);
      }
    }
  }

  private static void finding(Finding finding, boolean withAdvice, Writer out) throws IOException {
    String where = ReportWords.where(finding);
    out.write(
        "- **%s** %s%s: %s\n"
            .formatted(
                finding.severity().word(),
                MarkdownText.code(finding.rule(), false),
                where.isEmpty() ? "" : ", " + MarkdownText.code(where, false),
                MarkdownText.of(finding.message())));
    if (withAdvice && !finding.advice().isEmpty()) {
      out.write("  " + MarkdownText.of(finding.advice()) + "\n");
    }
  }

  private static void coverage(CoverageGrid grid, Writer out) throws IOException {
    out.write(
        "\n### Code for each architecture in %s\n\n"
            .formatted(MarkdownText.code(grid.root().toString(), false)));
    out.write("| binary#index |");
    for (var column : grid.columns()) {
      out.write(" " + MarkdownText.code(column.toString(), true) + " |");
    }
    out.write("\n|---|" + "---|".repeat(grid.columns().size()) + "\n");
    for (int row = 0; row < grid.rows().size(); row++) {
      out.write("| " + MarkdownText.code(grid.rows().get(row).key(), true) + " |");
      for (int column = 0; column < grid.columns().size(); column++) {
        out.write(" " + MarkdownText.of(CellText.of(grid.cell(row, column)).text()) + " |");
      }
      out.write("\n");
    }
  }
}
