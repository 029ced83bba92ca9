package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code extract --exec}: a program for each code object. */
@EnabledOnOs(OS.LINUX)
class ExtractExecTest {
  private static final Path DRIFT = CliRun.fixture("libdrift.so");

  @TempDir private Path folder;
  private Path temporary;

  @BeforeEach
  void make() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private Process start(Object... args) throws IOException {
    return JavaProcess.start(List.of("-Djava.io.tmpdir=" + temporary), args);
  }

  /** What of the program's output came through, by lines. */
  private List<String> printed(int status, Object... args) throws Exception {
    Process process = start(args);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isEqualTo(status);
    assertThat(left()).isEmpty();
    return out.lines().toList();
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.toList();
    }
  }

  @Test
  void eachCodeObjectIsAFileForAProgram() throws Exception {
    Path out = folder.resolve("out");
    assertThat(CliRun.of("extract", DRIFT, "--target", "gfx942", "-o", out).status()).isZero();
    List<String> expected = new ArrayList<>();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.sorted().toList()) {
        expected.add(Files.size(file) + " " + file.getFileName());
      }
    }
    assertThat(expected).hasSize(3);
    List<String> lines =
        printed(0, "extract", DRIFT, "--target", "gfx942", "--exec", "wc", "-c", "{}");
    assertThat(lines.stream().map(line -> line.replaceAll(" .*/", " ")))
        .containsExactlyElementsOf(expected);
  }

  /** Words reach the program as they are, and only the place of the file is another one. */
  @Test
  void noShellIsInvolved() throws Exception {
    List<String> lines =
        printed(
            0,
            "extract",
            DRIFT,
            "--binary",
            "libdrift.so#3",
            "--name",
            "a b;$(touch x)'.hsaco",
            "--exec",
            "printf",
            "%s\n",
            "--json",
            "-o",
            "-",
            "$HOME;",
            "in={}={}");
    assertThat(lines).hasSize(5).startsWith("--json", "-o", "-", "$HOME;");
    String path = lines.getLast().substring(3, 3 + (lines.getLast().length() - 4) / 2);
    assertThat(lines.getLast()).isEqualTo("in=" + path + "=" + path);
    assertThat(Path.of(path)).isAbsolute();
    assertThat(Path.of(path).getFileName().toString()).startsWith("a b;").endsWith(".hsaco");
  }

  /** All are run, and the first status that is not 0 is the command's. */
  @Test
  void theFirstBadStatusIsPassedOn() throws Exception {
    String script = "echo ran; case $1 in *-0-gfx90a*) exit 7;; *gfx942*) exit 3;; esac; exit 0";
    assertThat(printed(7, "extract", DRIFT, "--all", "--exec", "sh", "-c", script, "sh", "{}"))
        .hasSize(11)
        .containsOnly("ran");
    assertThat(
            printed(
                0,
                "extract",
                DRIFT,
                "--target",
                "gfx1100",
                "--exec",
                "sh",
                "-c",
                script,
                "sh",
                "{}"))
        .hasSize(4);
  }

  /** A code object that cannot be written is said, and the others are still passed on. */
  @Test
  void aDamagedOneIsLeftOut() throws Exception {
    Path damaged = folder.resolve("damaged.kpack");
    byte[] bytes =
        Files.readAllBytes(Checkout.root().resolve("app/sample/.kpack/kpackfix_gfx90a.kpack"));
    Arrays.fill(bytes, 200, 300, (byte) 0xff);
    Files.write(damaged, bytes);
    CliRun plain = CliRun.of("extract", damaged, "--all", "-o", folder.resolve("o/"), "--json");
    assertThat(plain.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(plain.rows("written")).hasSize(9);
    assertThat(printed(2, "extract", damaged, "--all", "--exec", "echo", "{}")).hasSize(9);
  }

  @Test
  void aProgramThatIsMissing() throws Exception {
    CliRun run = CliRun.of("extract", DRIFT, "--all", "--exec", "/no/such", "{}");
    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("--exec /no/such: expected a program that can be run");
  }

  @Test
  void nothingFits() {
    CliRun run = CliRun.of("extract", DRIFT, "--target", "gfx906", "--exec", "echo", "{}");
    assertThat(run.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(run.err()).contains("no code object for target gfx906");
  }

  @Test
  void wrongUsage() {
    assertThat(CliRun.of("extract", DRIFT, "--all", "--exec", "echo").err())
        .contains("expected {} among the arguments of --exec");
    assertThat(CliRun.of("extract", DRIFT, "--all", "-o", "x", "--exec", "echo", "{}").err())
        .contains("--exec cannot be combined with -o");
    assertThat(CliRun.of("extract", DRIFT, "--all", "--exec").err())
        .contains("Missing required parameter for option '--exec'");
    CliRun none = CliRun.of("extract", DRIFT, "--all");
    assertThat(none.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(none.err()).contains("no output is given: give -o PATH, or --exec CMD {}");
  }

  /** Ctrl+C ends the program that runs, leaves no file, and is said. */
  @Test
  void anEndLeavesNothing() throws Exception {
    Path pid = folder.resolve("pid");
    String script = "echo $$ > " + pid + ".new; mv " + pid + ".new " + pid + "; exec sleep 600";
    Process process =
        new ProcessBuilder(
                JavaProcess.command(
                    List.of("-Djava.io.tmpdir=" + temporary),
                    "extract",
                    DRIFT,
                    "--all",
                    "--exec",
                    "sh",
                    "-c",
                    script,
                    "sh",
                    "{}"))
            .start();
    while (!Files.exists(pid)) {
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("ended").isFalse();
    }
    assertThat(left()).isNotEmpty();
    long child = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(child)).isPresent();
    process.toHandle().destroy();
    assertThat(process.errorReader().readAllAsString().strip())
        .isEqualTo("kpack-workbench: cancelled");
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(left()).isEmpty();
  }

  /** The program has ended by itself when Ctrl+C comes, as where both get it. */
  @Test
  void anEndBetweenTwoProgramsLeavesNothing() throws Exception {
    for (int i = 0; i < 6; i++) {
      Process process =
          new ProcessBuilder(
                  JavaProcess.interruptible(
                      List.of("-Djava.io.tmpdir=" + temporary),
                      "extract",
                      DRIFT,
                      "--all",
                      "--exec",
                      "sh",
                      "-c",
                      "kill -INT $PPID; exit 0",
                      "{}"))
              .start();
      String said = process.errorReader().readAllAsString();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(said).doesNotContain("an error in the program");
      assertThat(left()).isEmpty();
    }
  }

  /** What looks like options of this program are words of the other. */
  @Test
  void optionsOfTheProgramAreItsOwn() throws Exception {
    CliRun run =
        CliRun.of(
            "extract",
            DRIFT,
            DRIFT,
            "--target",
            "gfx906",
            "--exec",
            "true",
            "{}",
            "--quiet",
            "--debug",
            "--json");
    assertThat(run.err()).contains("Nothing in these files matches").hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(printed(0, "extract", DRIFT, "--all", "--exec", "echo", "{}", "--allow-large", "-h"))
        .hasSize(11)
        .allMatch(line -> line.endsWith("--allow-large -h"));
  }

  /** One code object to standard output, of one that comes through standard input. */
  @Test
  void standardInputToStandardOutput() throws Exception {
    Process process =
        new ProcessBuilder(
                JavaProcess.command(
                    List.of("-Djava.io.tmpdir=" + temporary),
                    "extract",
                    "-",
                    "--index",
                    "0",
                    "--target",
                    "gfx90a",
                    "-o",
                    "-"))
            .redirectInput(DRIFT.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] bytes = process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).isZero();
    byte[] file = Files.readAllBytes(DRIFT);
    assertThat(bytes).isEqualTo(Arrays.copyOfRange(file, 16384, 16384 + 4096));
    assertThat(left()).isEmpty();
  }
}
