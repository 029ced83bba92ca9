package org.kpackworkbench.views.analysis.findings;

import java.util.List;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.dialog.MessageBar;

/**
 * Words for a verification as a whole. They never say more than was checked.
 *
 * @param inShort the outcome in a sentence or two
 * @param withoutFindings what an empty list says
 * @param severity how much the outcome matters
 */
record VerifiedWords(String inShort, String withoutFindings, MessageBar.Severity severity) {

  /** Puts the report on what is called {@code name} into words. */
  static VerifiedWords of(String name, VerifyReport report) {
    int unread = report.unreadable().size();
    if (unread > 0 && report.checked().isEmpty()) {
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
                  left.isEmpty() ? "no file is of a supported kind." : left.getFirst().words());
      return new VerifiedWords(words, words, MessageBar.Severity.WARNING);
    }
    long errors = report.count(Severity.ERROR);
    long warnings = report.count(Severity.WARNING);
    long notes = report.count(Severity.NOTE);
    boolean nothing = errors + warnings + notes == 0;
    String counts =
        nothing
            ? unread > 0 ? "nothing is wrong in what was read." : "nothing is wrong."
            : "%s, %s, %s."
                .formatted(
                    CountText.of(errors, "error"),
                    CountText.of(warnings, "warning"),
                    CountText.of(notes, "note"));
    int unchecked = Reports.notCheckedCount(report);
    String rest =
        switch (unchecked) {
          case 0 -> "";
          case 1 -> " One thing was not checked: see the list.";
          default -> " %d things were not checked: see the list.".formatted(unchecked);
        };
    if (unread > 0) {
      rest = " %s could not be read: see the list.".formatted(CountText.of(unread, "path")) + rest;
    }
    return new VerifiedWords(
        "Verified %s: %s%s".formatted(name, counts, rest),
        "Verified: nothing is wrong with %s.%s".formatted(name, rest),
        errors > 0
            ? MessageBar.Severity.ERROR
            : warnings > 0 || !left.isEmpty() || unread > 0
                ? MessageBar.Severity.WARNING
                : MessageBar.Severity.INFO);
  }
}
