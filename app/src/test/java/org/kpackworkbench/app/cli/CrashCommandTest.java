package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.crash.CrashReports;

/** An error in the program leaves a report behind; what users can fix does not. */
class CrashCommandTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(WindowStart window, String... args) {
    return new Cli(
            new Console(OutputStream.nullOutputStream(), err, false),
            window,
            CrashReports.in(folder.resolve("crashes")))
        .run(args);
  }

  private String report() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("crashes"))) {
      Path file = files.findFirst().orElseThrow();
      assertThat(err.toString(StandardCharsets.UTF_8)).contains("attach", file.toString());
      return Files.readString(file);
    }
  }

  @Test
  void anUnexpectedFailureEndsWith2AndNamesItsReport() throws IOException {
    WindowStart broken =
        files -> {
          throw new IllegalStateException("boom");
        };
    assertThat(run(broken, "--compare", "/secret/x.kpack", "y.kpack")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("error in the program: java.lang.IllegalStateException: boom")
        .doesNotContain("\tat ");
    assertThat(report())
        .contains("boom", "kpack-workbench --compare …/x.kpack y.kpack", "CrashCommandTest")
        .doesNotContain("secret");
  }

  @Test
  void debugShowsWhereAsWell() throws IOException {
    WindowStart broken =
        files -> {
          throw new IllegalStateException("boom");
        };
    assertThat(run(broken, "--debug", "x.kpack")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("\tat org.kpackworkbench.app");
    assertThat(report()).contains("boom");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void memoryThatRanOutAndEndlessRecursionAreReported(boolean memory) throws IOException {
    WindowStart broken =
        files -> {
          throw memory ? new OutOfMemoryError("Java heap space") : new StackOverflowError();
        };
    assertThat(run(broken, "x.kpack")).isEqualTo(2);
    assertThat(report()).contains(memory ? "OutOfMemoryError" : "StackOverflowError");
  }

  @Test
  void whatUsersCanMendIsNoCrash() throws IOException {
    Path broken = folder.resolve("broken.kpack");
    Files.write(broken, new byte[] {'K', 'P', 'A', 'K', 1});
    assertThat(run(files -> 0, "list", broken.toString())).isEqualTo(2);
    assertThat(run(files -> 0, "info", folder.resolve("missing").toString())).isEqualTo(2);
    assertThat(run(files -> 0, "info", "--no-such-option")).isEqualTo(2);
    assertThat(folder.resolve("crashes")).doesNotExist();
  }

  @Test
  void aReportThatCannotBeWrittenIsSaid() throws IOException {
    Files.writeString(folder.resolve("crashes"), "a file");
    WindowStart broken =
        files -> {
          throw new IllegalStateException("boom");
        };
    assertThat(run(broken, "x.kpack")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("boom", "could not be written");
  }

  @Test
  void commandsTakeTheThreadsOfTheSettingsUnlessToldOtherwise() {
    String library = CliRun.fixture("libmixed.so").toString();
    String out = folder.resolve("out").toString();
    String[] asked = {"extract", library, "--all", "-o", out, "--dry-run"};
    assertThat(runOn(OptionalInt.of(3), asked)).isZero();
    // What a command would not take shows that the number reaches it.
    assertThat(runOn(OptionalInt.of(-3), asked)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--jobs: expected 1 or more");
    String[] told = {"extract", library, "--all", "-o", out, "--dry-run", "--jobs", "2"};
    assertThat(runOn(OptionalInt.of(-3), told)).isZero();
    assertThat(runOn(OptionalInt.of(-3), "info", library)).as("takes no threads").isZero();
  }

  private int runOn(OptionalInt threads, String... args) {
    Console console = new Console(OutputStream.nullOutputStream(), err, false);
    return new Cli(console, files -> 0, null, () -> threads).run(args);
  }

  @Test
  void resetStandsAlone() {
    assertThat(run(files -> 0, "--reset", "x.kpack")).isEqualTo(2);
    assertThat(run(files -> 0, "--reset", "--sample")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("--reset cannot be combined with anything else");
  }
}
