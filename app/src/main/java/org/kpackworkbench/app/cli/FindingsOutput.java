package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.run.VerifyReport;

/** Prints what a verification found. */
final class FindingsOutput {
  private FindingsOutput() {}

  static void json(VerifyReport report, JsonOut out) {
    out.field("passed", report.passed()).list("findings");
    for (Finding finding : report.findings()) {
      out.object()
          .field("severity", finding.severity().word())
          .field("rule", finding.rule())
          .field("file", finding.file().toString())
          .known("offset", finding.fileOffset())
          .field("place", finding.placeText())
          .field("message", finding.message())
          .field("advice", finding.advice())
          .endObject();
    }
    out.endList();
    out.field("checked", report.checked().size())
        .field("errors", report.count(Severity.ERROR))
        .field("warnings", report.count(Severity.WARNING))
        .field("notes", report.count(Severity.NOTE))
        .list("unreadable");
    for (VerifyReport.Unreadable path : report.unreadable()) {
      out.object()
          .field("file", path.path().toString())
          .field("message", ErrorText.ofFile(path.failure()))
          .endObject();
    }
    out.endList();
  }

  static void text(VerifyReport report, TextOut out) throws IOException {
    Path file = null;
    for (Finding finding : report.findings()) {
      if (!finding.file().equals(file)) {
        file = finding.file();
        out.line(file.toString());
      }
      String place = finding.placeText();
      out.line(
          "  %s %s%s%s"
              .formatted(
                  finding.severity().word(),
                  finding.rule(),
                  finding.fileOffset() < 0 ? "" : ", at 0x%x".formatted(finding.fileOffset()),
                  place.isEmpty() ? "" : ", " + place));
      out.line("    " + finding.message());
      if (!finding.advice().isEmpty()) {
        out.line("    " + finding.advice());
      }
    }
    out.line(summary(report));
  }

  private static String summary(VerifyReport report) {
    String outcome =
        report.passed() ? "Passed" : report.unreadable().isEmpty() ? "Failed" : "Not all was read";
    return "%s: %s checked, %s, %s, %s"
        .formatted(
            outcome,
            counted(report.checked().size(), "file"),
            counted(report.count(Severity.ERROR), "error"),
            counted(report.count(Severity.WARNING), "warning"),
            counted(report.count(Severity.NOTE), "note"));
  }

  private static String counted(long count, String word) {
    return "%d %s%s".formatted(count, word.toLowerCase(Locale.ROOT), count == 1 ? "" : "s");
  }
}
