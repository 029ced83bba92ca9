package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportOptions;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;

/** Which findings an earlier report makes known, and which are new or fixed. */
class BaselineTest {
  @TempDir Path folder;

  private Path json(VerifyReport report) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReportOptions options = new ReportOptions("1", folder, IOException::getMessage);
    Reports.write(report, ReportFormat.JSON, options, out, StandardCharsets.UTF_8);
    return Files.write(folder.resolve("baseline.json"), out.toByteArray());
  }

  /** A report of findings in {@code lib/x.so} below a folder. */
  private VerifyReport report(String root, Finding... findings) {
    Path input = folder.resolve(root);
    return new VerifyReport(
        List.of(findings),
        List.of(input.resolve("lib/x.so")),
        List.of(),
        List.of(),
        List.of(),
        new VerifyReport.Scope(
            List.of(input), List.of("some-rule", "other-rule"), List.of(), Severity.ERROR),
        null);
  }

  private Finding finding(String root, String rule, long offset, String message) {
    Place place = new Place.File(folder.resolve(root).resolve("lib/x.so"));
    return new Finding(Severity.ERROR, rule, place, offset, message, "");
  }

  @Test
  void theSameInAnotherPlaceAtAnotherOffsetIsKnown() throws IOException {
    VerifyReport before =
        report(
            "a", finding("a", "some-rule", 64, "Blob at 0x40, 100 bytes, of " + folder + "/a/y."));
    VerifyReport now =
        report(
            "b", finding("b", "some-rule", 128, "Blob at 0x80, 7 bytes, of " + folder + "/b/y."));
    assertThat(now.passed()).isFalse();
    VerifyReport compared = Baseline.read(json(before)).applyTo(now);
    assertThat(compared.passed()).isTrue();
    assertThat(compared.findings()).isEmpty();
    assertThat(compared.compared().known()).isEqualTo(now.findings());
    assertThat(compared.compared().mended()).isEmpty();
    // Its report is a baseline, too.
    assertThat(Baseline.read(json(compared)).size()).isEqualTo(1);
  }

  @Test
  void anotherTargetRuleOrOneMoreOfThemIsNew() throws IOException {
    Finding old = finding("a", "some-rule", 1, "It is for gfx942, 3 bytes.");
    Baseline baseline = Baseline.read(json(report("a", old)));
    for (Finding other :
        List.of(
            finding("a", "some-rule", 1, "It is for gfx90a, 3 bytes."),
            finding("a", "other-rule", 1, "It is for gfx942, 3 bytes."))) {
      VerifyReport compared = baseline.applyTo(report("a", other));
      assertThat(compared.findings()).containsExactly(other);
      assertThat(compared.compared().mended()).hasSize(1);
    }
    assertThat(baseline.applyTo(report("a", old, old)).findings()).hasSize(1);
  }

  @Test
  void whatWasNotLookedAtIsNotMended() throws IOException {
    Baseline baseline = Baseline.read(json(report("a", finding("a", "some-rule", 1, "Bad."))));
    VerifyReport all = report("a");
    assertThat(baseline.applyTo(all).compared().mended()).hasSize(1);
    VerifyReport otherRule =
        new VerifyReport(
            List.of(),
            all.checked(),
            List.of(),
            List.of(),
            List.of(),
            new VerifyReport.Scope(
                all.scope().inputs(), List.of("other-rule"), List.of(), Severity.ERROR),
            null);
    assertThat(baseline.applyTo(otherRule).compared().mended()).isEmpty();
  }

  @Test
  void aRealReportIsABaselineOfTheSameFile() throws IOException {
    Path file = BrokenOthers.all().get("code-object-metadata").in(folder);
    VerifyReport report =
        Verify.run(List.of(file), VerifyRequest.everything().onThreads(1), Progress.NONE);
    assertThat(report.outcome()).isEqualTo(VerifyReport.Outcome.FAILED);
    VerifyReport compared = Baseline.read(json(report)).applyTo(report);
    assertThat(compared.passed()).isTrue();
    assertThat(compared.compared().known()).isEqualTo(report.findings());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "[]",
        "{}",
        "{\"passed\": true}",
        "{\"version\": \"2.1.0\", \"runs\": []}",
        "{\"passed\": true, \"findings\": [1]}",
        "{\"passed\": true, \"findings\": [{\"rule\": \"x\"}]}",
        "{\"passed\": true, \"findings\": [{\"rule\": \"x\", \"file\": \"y\""
      })
  void whatIsNoReportIsRefused(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), text);
    assertThatThrownBy(() -> Baseline.read(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("x.json")
        .hasMessageContaining("verify --json");
  }
}
