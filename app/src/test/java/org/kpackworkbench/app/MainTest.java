package org.kpackworkbench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {
  @Test
  void versionNamesTheProgramAndTheJavaItRunsOn() {
    StringWriter out = new StringWriter();
    int exitCode = new CommandLine(new Main()).setOut(new PrintWriter(out)).execute("--version");
    assertThat(exitCode).isZero();
    assertThat(out.toString())
        .containsPattern("Kpack Workbench \\d+\\.\\d+\\.\\d+")
        .contains("Java 2");
  }

  @Test
  void wrongOptionsEndWithTheUsageCode() {
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new Main()).setErr(new PrintWriter(err)).execute("--no-such-option");
    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--no-such-option");
  }
}
