package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.run.Baseline;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.SafeText;

/** Findings under their files, with advice, and a last line that counts them. */
final class TextReport {
  private TextReport() {}

  /** So many notes of a rule are listed one by one in a brief report. */
  private static final int MOST_NOTES = 3;

  static void write(VerifyReport report, ReportOptions options, Writer out) throws IOException {
    Path file = null;
    Map<String, List<Finding>> counted = options.brief() ? many(report.findings()) : Map.of();
    for (Finding finding : report.findings()) {
      if (finding.severity() == Severity.NOTE && counted.containsKey(finding.rule())) {
        continue;
      }
      if (!finding.file().equals(file)) {
        file = finding.file();
        line(out, file.toString());
      }
      String where = ReportWords.where(finding);
      line(
          out,
          "  %s %s%s"
              .formatted(
                  finding.severity().word(), finding.rule(), where.isEmpty() ? "" : ", " + where));
      line(out, "    " + finding.message());
      if (!finding.advice().isEmpty()) {
        line(out, "    " + finding.advice());
      }
    }
    for (Map.Entry<String, List<Finding>> rule : counted.entrySet()) {
      Finding first = rule.getValue().getFirst();
      line(
          out,
          "%d notes %s, the first: %s: %s --verbose lists them."
              .formatted(rule.getValue().size(), rule.getKey(), first.file(), first.message()));
    }
    for (Finding finding : ReportWords.known(report)) {
      line(out, "known: %s: %s".formatted(finding.file(), finding.lineWithoutAdvice()));
    }
    for (Baseline.Entry entry : ReportWords.mended(report)) {
      line(out, "fixed: " + entry.line());
    }
    for (Reports.Left left : ReportWords.left(report)) {
      line(out, "not checked: " + (left.file() == null ? "" : left.file() + ": ") + left.words());
    }
    line(out, Reports.lastLine(report));
  }

  /** The rules with many notes. */
  private static Map<String, List<Finding>> many(List<Finding> findings) {
    Map<String, List<Finding>> notes = new LinkedHashMap<>();
    for (Finding finding : findings) {
      if (finding.severity() == Severity.NOTE) {
        notes.computeIfAbsent(finding.rule(), rule -> new ArrayList<>()).add(finding);
      }
    }
    notes.values().removeIf(each -> each.size() <= MOST_NOTES);
    return notes;
  }

  private static void line(Writer out, String text) throws IOException {
    out.write(SafeText.of(text));
    out.write('\n');
  }
}
