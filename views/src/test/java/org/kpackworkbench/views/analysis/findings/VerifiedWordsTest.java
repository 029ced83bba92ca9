package org.kpackworkbench.views.analysis.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.format.registry.NamedFormat;
import org.kpackworkbench.views.kit.dialog.MessageBar;

/** What a verification says of the whole says what was not read. */
class VerifiedWordsTest {
  private static VerifiedWords words(List<Path> checked) {
    VerifyReport.Unreadable closed =
        new VerifyReport.Unreadable(Path.of("tree/closed"), new AccessDeniedException("closed"));
    return VerifiedWords.of(
        "tree",
        new VerifyReport(
            List.of(),
            checked,
            List.of(),
            List.of(closed),
            List.of(),
            VerifyReport.Scope.NONE,
            null));
  }

  @Test
  void partsThatWereReadCountWhereAnotherWasNot() {
    VerifiedWords words = words(List.of(Path.of("tree/a.kpack")));
    assertThat(words.inShort())
        .isEqualTo(
            "Verified tree: nothing is wrong in what was read. 1 path could not be read: see the"
                + " list.");
    assertThat(words.severity()).isEqualTo(MessageBar.Severity.WARNING);
  }

  @Test
  void whereNothingWasReadTheReasonIsSaid() {
    VerifiedWords words = words(List.of());
    assertThat(words.inShort()).startsWith("tree could not be read");
    assertThat(words.severity()).isEqualTo(MessageBar.Severity.ERROR);
  }

  @Test
  void eachFileAndRuleThatWasNotCheckedCounts() {
    List<VerifyReport.NotChecked> files =
        Stream.of("a.zip", "b.zip", "b.zip")
            .map(
                name ->
                    new VerifyReport.NotChecked(
                        Path.of("tree", name), NamedFormat.UNKNOWN, "ZIP archive", "", false))
            .toList();
    VerifyReport report =
        new VerifyReport(
            List.of(),
            List.of(Path.of("tree/a.kpack")),
            files,
            List.of(),
            List.of(),
            new VerifyReport.Scope(List.of(), List.of(), List.of("frame-size"), Severity.ERROR),
            null);
    assertThat(VerifiedWords.of("tree", report).inShort())
        .endsWith(" 3 things were not checked: see the list.");
    assertThat(Reports.lastLine(report))
        .contains("1 file checked, 2 not checked, 1 rule had nothing to check, 0 errors");
  }
}
