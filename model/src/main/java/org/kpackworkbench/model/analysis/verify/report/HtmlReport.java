package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.report.ReportWords.CellText;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.HtmlText;

/** One page that needs nothing else, in light and dark, grouped by file, with the grid. */
final class HtmlReport {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --line: #c8c8c8; --soft: #f3f3f3; --error: #b02a00;
        --warning: #8a5a00; --note: #005a9c; --good: #00704f; }
      @media (prefers-color-scheme: dark) { :root { --line: #4a4a4a; --soft: #2a2a2a;
        --error: #ff8f6b; --warning: #f0b840; --note: #6cb8f0; --good: #4ad0a4; } }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto;
        padding: 0 1rem; }
      h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
      h3 { font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere; }
      code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
      h3.title { font-family: inherit; }
      section.cause { border-left: 3px solid var(--line); padding-left: 1rem; }
      table.causes td { white-space: normal; vertical-align: top; }
      li { margin: .6rem 0; }
      .error b { color: var(--error); } .warning b { color: var(--warning); }
      .note b { color: var(--note); } .good { color: var(--good); }
      .advice { display: block; opacity: .85; }
      .grid { overflow-x: auto; }
      table { border-collapse: collapse; font-size: .85rem; }
      th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left;
        white-space: nowrap; }
      th { background: var(--soft); }
      td.hole { background: var(--error); color: Canvas; font-weight: 600; }
      td.uncertain, td.never-built { color: var(--warning); }
      """;

  private HtmlReport() {}

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    String title =
        "Kpack Workbench: " + ReportWords.outcome(report).toLowerCase(java.util.Locale.ROOT);
    out.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.write("<title>" + HtmlText.of(title) + "</title>\n<style>\n" + STYLE + "</style>\n");
    out.write("</head>\n<body>\n<h1>Verification</h1>\n");
    out.write(
        "<p%s><strong>%s</strong>: %s.</p>\n"
            .formatted(
                report.passed() && report.count(Severity.WARNING) == 0 ? " class=\"good\"" : "",
                ReportWords.outcome(report),
                ReportWords.counts(report)));
    out.write("<p><small>%s</small></p>\n".formatted(HtmlText.of(ReportWords.made(options))));
    List<FindingGroup> groups = ReportWords.groups(report);
    summary(groups, options, out);
    unreadable(report, options, out);
    findings(report, groups, options, out);
    for (CoverageGrid grid : report.coverage()) {
      coverage(grid, out);
    }
    out.write("</body>\n</html>\n");
  }

  private static void summary(List<FindingGroup> groups, ReportOptions options, Writer out)
      throws IOException {
    if (groups.isEmpty()) {
      return;
    }
    out.write("<h2>Causes</h2>\n<div class=\"grid\">\n<table class=\"causes\">\n");
    out.write("<thead><tr><th>Severity</th><th>Cause</th><th>Findings</th><th>File</th></tr>");
    out.write("</thead>\n<tbody>\n");
    for (FindingGroup group : groups) {
      Set<Path> files = ReportWords.byFile(group.findings()).keySet();
      out.write(
          "<tr class=\"%s\"><td><b>%s</b></td><td>%s</td><td>%d</td><td>%s</td></tr>\n"
              .formatted(
                  group.severity().word(),
                  sign(group.severity()) + " " + group.severity().word(),
                  HtmlText.of(group.title()),
                  group.findings().size(),
                  files.size() == 1
                      ? "<code>%s</code>"
                          .formatted(
                              HtmlText.of(
                                  ReportWords.relative(files.iterator().next(), options.base())))
                      : files.size() + " files"));
    }
    out.write("</tbody>\n</table>\n</div>\n");
  }

  private static void unreadable(VerifyReport report, ReportOptions options, Writer out)
      throws IOException {
    if (report.unreadable().isEmpty()) {
      return;
    }
    out.write("<h2>Could not be read</h2>\n<ul>\n");
    for (VerifyReport.Unreadable one : report.unreadable()) {
      out.write(
          "<li><code>%s</code>: %s</li>\n"
              .formatted(
                  HtmlText.of(ReportWords.relative(one.path(), options.base())),
                  HtmlText.of(options.failure().apply(one.failure()))));
    }
    out.write("</ul>\n");
  }

  private static void findings(
      VerifyReport report, List<FindingGroup> groups, ReportOptions options, Writer out)
      throws IOException {
    out.write("<h2>Findings</h2>\n");
    if (report.findings().isEmpty()) {
      out.write(
          report.checked().isEmpty()
              ? "<p>None: nothing was checked.</p>\n"
              : "<p>None in what was checked.</p>\n");
    }
    for (ReportWords.Part part : ReportWords.parts(groups)) {
      part(part, options, out);
    }
    if (!ReportWords.known(report).isEmpty()) {
      out.write("<h2>Known from the baseline</h2>\n");
      findings(ReportWords.known(report), options, out);
    }
    if (!ReportWords.mended(report).isEmpty()) {
      out.write("<h2>Fixed since the baseline</h2>\n<ul>\n");
      for (Baseline.Entry entry : ReportWords.mended(report)) {
        out.write("<li>" + HtmlText.of(entry.line()) + "</li>\n");
      }
      out.write("</ul>\n");
    }
    List<Reports.Left> left = ReportWords.left(report);
    if (!left.isEmpty()) {
      out.write("<h2>Not checked</h2>\n<ul>\n");
      for (Reports.Left each : left) {
        Path file = each.file();
        String path =
            file == null
                ? ""
                : "<code>%s</code>: "
                    .formatted(HtmlText.of(ReportWords.relative(file, options.base())));
        out.write("<li>" + path + HtmlText.of(each.words()) + "</li>\n");
      }
      out.write("</ul>\n");
    }
  }

  private static void part(ReportWords.Part part, ReportOptions options, Writer out)
      throws IOException {
    FindingGroup group = part.cause();
    if (group == null) {
      findings(part.findings(), options, out);
      return;
    }
    out.write(
        "<section class=\"cause %s\">\n<h3 class=\"title\"><b>%s</b> %s</h3>\n<p>%s</p>\n"
            .formatted(
                group.severity().word(),
                sign(group.severity()) + " " + group.severity().word(),
                HtmlText.of(group.title()),
                HtmlText.of("%s. %s".formatted(group.counts(), group.advice()).strip())));
    for (ReportWords.Run file : ReportWords.runs(group.findings())) {
      String path = HtmlText.of(ReportWords.relative(file.file(), options.base()));
      out.write("<p><code>" + path + "</code></p>\n<ul>\n");
      for (Finding finding : file.findings()) {
        finding(finding, !finding.advice().equals(group.advice()), out);
      }
      out.write("</ul>\n");
    }
    out.write("</section>\n");
  }

  private static void findings(List<Finding> findings, ReportOptions options, Writer out)
      throws IOException {
    for (ReportWords.Run file : ReportWords.runs(findings)) {
      String path = HtmlText.of(ReportWords.relative(file.file(), options.base()));
      out.write("<section>\n<h3>" + path + "</h3>\n<ul>\n");
      for (Finding finding : file.findings()) {
        finding(finding, true, out);
      }
      out.write("</ul>\n</section>\n");
    }
  }

  private static void finding(Finding finding, boolean withAdvice, Writer out) throws IOException {
    String where = ReportWords.where(finding);
    out.write(
        "<li class=\"%s\"><b>%s %s</b> <code>%s</code>%s<br>%s"
            .formatted(
                finding.severity().word(),
                sign(finding.severity()),
                finding.severity().word(),
                HtmlText.of(finding.rule()),
                where.isEmpty() ? "" : " <code>" + HtmlText.of(where) + "</code>",
                HtmlText.of(finding.message())));
    if (withAdvice && !finding.advice().isEmpty()) {
      out.write("<span class=\"advice\">" + HtmlText.of(finding.advice()) + "</span>");
    }
    out.write("</li>\n");
  }

  /** Nothing is said by colour alone. */
  private static String sign(Severity severity) {
    return switch (severity) {
      case ERROR -> "\u2716";
      case WARNING -> "\u26A0";
      case NOTE -> "\u2139";
    };
  }

  private static void coverage(CoverageGrid grid, Writer out) throws IOException {
    out.write("<h2>Code for each architecture</h2>\n");
    out.write("<p><code>" + HtmlText.of(grid.root().toString()) + "</code></p>\n");
    out.write("<div class=\"grid\">\n<table>\n<thead><tr><th>binary#index</th>");
    for (var column : grid.columns()) {
      out.write("<th>" + HtmlText.of(column.toString()) + "</th>");
    }
    out.write("</tr></thead>\n<tbody>\n");
    for (int row = 0; row < grid.rows().size(); row++) {
      out.write("<tr><th>" + HtmlText.of(grid.rows().get(row).key()) + "</th>");
      for (int column = 0; column < grid.columns().size(); column++) {
        CellText cell = CellText.of(grid.cell(row, column));
        out.write(
            "<td class=\"%s\" title=\"%s\">%s</td>"
                .formatted(cell.style(), HtmlText.of(cell.meaning()), HtmlText.of(cell.text())));
      }
      out.write("</tr>\n");
    }
    out.write("</tbody>\n</table>\n</div>\n");
    if (grid.leftOutRows() > 0) {
      out.write("<p>%d more rows are not shown.</p>\n".formatted(grid.leftOutRows()));
    }
  }
}
