package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.SafeText;

/** Findings under their causes and files, with advice, and a last line that counts them. */
final class TextReport {
  /** So many notes of one cause are listed one by one in a brief report. */
  private static final int MOST_NOTES = 3;

  private final VerifyReport.Scope scope;
  private final ReportOptions options;
  private final Writer out;

  /** The file under whose name findings are listed; null if the next one names its own. */
  private @Nullable Path file;

  private TextReport(VerifyReport.Scope scope, ReportOptions options, Writer out) {
    this.scope = scope;
    this.options = options;
    this.out = out;
  }

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    new TextReport(report.scope(), options, out).write(report);
  }

  private void write(VerifyReport report) throws IOException {
    for (FindingGroup group : ReportWords.groups(report)) {
      group(group);
    }
    for (Finding finding : ReportWords.known(report)) {
      line("known: %s: %s".formatted(scope.asGiven(finding.file()), finding.lineWithoutAdvice()));
    }
    for (Baseline.Entry entry : ReportWords.mended(report)) {
      line("fixed: " + entry.line());
    }
    for (Reports.Left left : ReportWords.left(report)) {
      line("not checked: " + (left.file() == null ? "" : left.file() + ": ") + left.words());
    }
    line(Reports.lastLine(report));
  }

  private void group(FindingGroup group) throws IOException {
    if (group.isSingle()) {
      finding("", group.findings().getFirst(), true);
      return;
    }
    file = null;
    boolean counted =
        options.brief()
            && group.severity() == Severity.NOTE
            && group.findings().size() > MOST_NOTES;
    line(
        "%s (%s)%s"
            .formatted(group.title(), group.counts(), counted ? "; --verbose lists them" : ""));
    if (!group.advice().isEmpty()) {
      line("  " + group.advice());
    }
    List<Finding> listed = counted ? List.of() : group.findings();
    for (Finding finding : listed) {
      finding("  ", finding, !finding.advice().equals(group.advice()));
    }
    file = null;
  }

  private void finding(String indent, Finding finding, boolean withAdvice) throws IOException {
    // A rule may have reached it by another way than the user named.
    Path given = scope.asGiven(finding.file());
    if (!given.equals(file)) {
      file = given;
      line(indent + SystemText.printed(given));
    }
    String where = ReportWords.where(finding);
    line(
        "%s  %s %s%s"
            .formatted(
                indent,
                finding.severity().word(),
                finding.rule(),
                where.isEmpty() ? "" : ", " + where));
    line(indent + "    " + finding.message());
    if (withAdvice && !finding.advice().isEmpty()) {
      line(indent + "    " + finding.advice());
    }
  }

  private void line(String text) throws IOException {
    out.write(SafeText.of(text));
    out.write('\n');
  }
}
