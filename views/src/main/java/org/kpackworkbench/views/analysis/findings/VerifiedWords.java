package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.views.kit.dialog.MessageBar;

/**
 * What a verification says of the whole. It never says more than was checked.
 *
 * @param inShort the outcome in a sentence or two
 * @param withoutFindings what an empty list says
 * @param severity how much the outcome matters
 */
record VerifiedWords(String inShort, String withoutFindings, MessageBar.Severity severity) {

  /** Puts the report on what is called {@code name} into words. */
  static VerifiedWords of(String name, VerifyReport report) {
    if (!report.unreadable().isEmpty()) {
      String words =
          name + " could not be read: " + report.unreadable().getFirst().failure().getMessage();
      return new VerifiedWords(words, words, MessageBar.Severity.ERROR);
    }
    List<Reports.Left> left = Reports.notChecked(report);
    if (report.outcome() == VerifyReport.Outcome.NOTHING_CHECKED) {
      String words =
          "Nothing was checked in %s: %s"
              .formatted(
                  name,
                  left.isEmpty()
                      ? "there is no file of a kind that is read."
                      : left.getFirst().words());
      return new VerifiedWords(words, words, MessageBar.Severity.WARNING);
    }
    long errors = report.count(Severity.ERROR);
    long warnings = report.count(Severity.WARNING);
    long notes = report.count(Severity.NOTE);
    boolean nothing = errors + warnings + notes == 0;
    String counts =
        nothing
            ? "nothing is wrong."
            : "%s, %s, %s."
                .formatted(
                    counted(errors, "error"), counted(warnings, "warning"), counted(notes, "note"));
    String rest =
        left.isEmpty()
            ? ""
            : left.size() == 1
                ? " One thing was not checked: see the list."
                : " %d things were not checked: see the list.".formatted(left.size());
    return new VerifiedWords(
        "Verified %s: %s%s".formatted(name, counts, rest),
        "Verified: nothing is wrong with %s.%s".formatted(name, rest),
        errors > 0
            ? MessageBar.Severity.ERROR
            : warnings > 0 || !left.isEmpty()
                ? MessageBar.Severity.WARNING
                : MessageBar.Severity.INFO);
  }

  private static String counted(long count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
