package org.kpackworkbench.model.verify.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import org.kpackworkbench.model.text.SafeText;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.run.Baseline;
import org.kpackworkbench.model.verify.run.VerifyReport;

/** Findings under their files, with advice, and a last line that counts them. */
final class TextReport {
  private TextReport() {}

  static void write(VerifyReport report, Writer out) throws IOException {
    Path file = null;
    for (Finding finding : report.findings()) {
      if (!finding.file().equals(file)) {
        file = finding.file();
        line(out, file.toString());
      }
      String where = Summary.where(finding);
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
    for (Finding finding : Summary.known(report)) {
      line(out, "known: %s: %s".formatted(finding.file(), finding.lineWithoutAdvice()));
    }
    for (Baseline.Entry entry : Summary.mended(report)) {
      line(out, "mended: " + entry.line());
    }
    for (Reports.Left left : Summary.left(report)) {
      line(out, "not checked: " + (left.file() == null ? "" : left.file() + ": ") + left.words());
    }
    line(out, Reports.lastLine(report));
  }

  private static void line(Writer out, String text) throws IOException {
    out.write(SafeText.of(text));
    out.write('\n');
  }
}
