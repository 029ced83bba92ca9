package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.operation.output.OperationNote;

/** Many notes of one kind are one line, unless each is requested. */
class ManyNotesTest {
  @TempDir Path folder;

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void verificationCountsThem() throws IOException {
    for (int i = 0; i < 5; i++) {
      Files.copy(CliRun.fixture("libplain.so"), folder.resolve("x" + i + "_gfx90a:xnack+.so"));
    }
    CliRun brief = CliRun.of("verify", folder);
    assertThat(brief.status()).isZero();
    assertThat(brief.out())
        .contains("5 names cannot exist on Windows (5 notes); --verbose lists them", "5 notes\n")
        .doesNotContain("x1_");
    assertThat(CliRun.of("verify", folder, "--verbose").out())
        .contains("x0_", "x4_")
        .doesNotContain("the first");
    Path report = folder.resolve("report.txt");
    CliRun.of("verify", folder, "-o", report);
    assertThat(report).content().contains("x4_").doesNotContain("the first");
    for (int i = 3; i < 5; i++) {
      Files.delete(folder.resolve("x" + i + "_gfx90a:xnack+.so"));
    }
    assertThat(CliRun.of("verify", folder).out()).contains("x2_").doesNotContain("the first");
  }

  @Test
  void operationsCountThem() {
    List<OperationNote> findings = new ArrayList<>();
    for (int i = 0; i < 56; i++) {
      findings.add(
          new OperationNote(Severity.NOTE, "colon-in-file-name", Path.of("f" + i), "a colon", ""));
    }
    findings.add(new OperationNote(Severity.WARNING, "odd", Path.of("w"), "is odd", "Look."));
    assertThat(said(findings, false))
        .isEqualTo(
            """
            warning: w: is odd. Look.
            56 notes colon-in-file-name, the first: f0: a colon; --verbose lists them
            """);
    assertThat(said(findings, true)).hasLineCount(57).contains("note: f55: a colon");
  }

  /** Each names a file that is not as it was meant to be. */
  @Test
  void errorsAndWarningsAreAllSaid() {
    List<OperationNote> findings = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      Severity severity = i < 55 ? Severity.WARNING : Severity.ERROR;
      findings.add(new OperationNote(severity, "odd", Path.of("f" + i), "is odd", ""));
    }
    assertThat(said(findings, false)).hasLineCount(60).contains("error: f59: ").doesNotContain("…");
  }

  private static String said(List<OperationNote> findings, boolean verbose) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(new ByteArrayOutputStream(), err, false);
    if (verbose) {
      console.beVerbose();
    }
    new ReportOutput(console, false).say(findings);
    return err.toString(StandardCharsets.UTF_8);
  }
}
