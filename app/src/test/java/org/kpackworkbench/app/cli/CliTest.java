package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.console.Console;

class CliTest {
  @TempDir private Path folder;

  @Test
  void versionNamesTheProgramAndTheJavaItRunsOn() {
    CliRun run = CliRun.of("--version");
    assertThat(run.status()).isZero();
    assertThat(run.out()).containsPattern("Kpack Workbench \\d+\\.\\d+\\.\\d+").contains("Java 2");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void versionAsJsonNamesCommitJavaAndFormats() {
    CliRun run = CliRun.of("--version", "--json");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.json().keySet())
        .containsExactly("schema", "version", "commit", "java", "formats", "findings");
    assertThat(run.json())
        .containsEntry("schema", 3)
        .containsEntry("java", Runtime.version().toString())
        .hasEntrySatisfying(
            "version", version -> assertThat((String) version).matches("\\d+\\.\\d+\\.\\d+.*"))
        .hasEntrySatisfying(
            "commit", commit -> assertThat((String) commit).matches("[0-9a-f]{40,64}|unknown"))
        .containsEntry(
            "formats",
            List.of(
                "aks2",
                "aks2-zip",
                "bundle",
                "code-object",
                "coff",
                "elf",
                "kernel-descriptor",
                "kpack",
                "kpm",
                "miopen-text",
                "offload-container",
                "sqlite",
                "static-library",
                "tensile"));
    assertThat(CliRun.of("--json", "--version").out()).isEqualTo(run.out());
    assertThat(CliRun.of("--json", "-V").out()).isEqualTo(run.out());
    CliRun alone = CliRun.of("--json", "x.kpack");
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.opened()).isNull();
    assertThat(alone.err()).contains("--json is for --version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "extract", "convert", "pack", "render"})
  void everyCommandHelpsWithExamples(String command) {
    CliRun run = CliRun.of(command, "--help");
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .startsWith("Usage: kpack-workbench " + command)
        .contains("Examples:\n  kpack-workbench " + command + " ");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(CliRun.of("help", command)).isEqualTo(run);
    assertThat(CliRun.of("--help").out()).contains("\n  " + command + " ");
  }

  @Test
  void helpAloneIsTheProgramsHelp() {
    assertThat(CliRun.of("help")).isEqualTo(CliRun.of("--help"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--no-such-option|Unknown option: '--no-such-option'|kpack-workbench --help",
        "split art -o out|art: expected the name of an option before it; did you mean"
            + " --artifact-dir art?|kpack-workbench split --help",
        "info --jso x|Unknown option: '--jso'|kpack-workbench info --help",
        "info|Missing required parameter: 'FILE'|kpack-workbench info --help",
        "restore a -o b c|expected one IN, found a c|kpack-workbench restore --help",
        "info a --json --json-lines|cannot be combined|kpack-workbench info --help",
        "list --json=maybe x|maybe|kpack-workbench list --help",
        "extract x --all|no output is given: give -o PATH, or --exec CMD {}|kpack-workbench extract --help",
        "extract x -o y|no code objects are selected|kpack-workbench extract --help",
        "extract x --all --target gfx942 -o y|--all cannot be combined|kpack-workbench extract --help",
        "extract x --target gfx90a:xnack -o y|not a target|kpack-workbench extract --help",
        "extract x --all -o y --name {foo}|{foo} is not a placeholder|kpack-workbench extract"
            + " --help",
        "extract x --all -o y --jobs 0|expected 1 or more, found 0|kpack-workbench extract --help",
        "extract x --all -o y --jobs two|'two' is not an int|kpack-workbench extract --help",
        "inof x.kpack|unknown command 'inof'; did you mean 'info'?|kpack-workbench --help",
        "lsit|unknown command 'lsit'; did you mean 'list'?|kpack-workbench --help",
        "lsit --json x|unknown command 'lsit'; did you mean 'list'?|kpack-workbench --help",
        "VERIFY x|unknown command 'VERIFY'; did you mean 'verify'?|kpack-workbench --help",
        "recom x|unknown command 'recom'; did you mean 'recombine'?|kpack-workbench --help",
        "help verfy|unknown command 'verfy'; did you mean 'verify'?|kpack-workbench --help",
        "frobnicate|unknown command 'frobnicate', and no such file "
            + "exists|kpack-workbench --help",
      })
  void wrongUsageIsSaidInOneLineWithAHint(String line, String words, String help) {
    CliRun run = CliRun.of((Object[]) line.split(" "));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().findFirst().orElseThrow())
        .startsWith("kpack-workbench: ")
        .contains(words);
    assertThat(run.err()).endsWith("See " + help + "\n");
    assertThat(run.opened()).isNull();
  }

  @Test
  void aMistypedOptionIsSuggested() {
    assertThat(CliRun.of("info", "--jsn", "x").err()).contains("--json");
  }

  @Test
  void withoutACommandTheWindowOpensOnTheFilesNamed() throws IOException {
    assertThat(CliRun.of().opened()).isEmpty();
    assertThat(CliRun.of("x.kpack").opened()).containsExactly(Path.of("x.kpack"));
    assertThat(CliRun.of("./info", "y").opened()).containsExactly(Path.of("./info"), Path.of("y"));
    // A name that begins with @ is a file, not a list of arguments.
    Path list = Files.writeString(folder.resolve("@list"), "--version");
    assertThat(CliRun.of(list, "@x").opened()).containsExactly(list, Path.of("@x"));
    assertThat(CliRun.of("--", "--version").opened()).containsExactly(Path.of("--version"));
    assertThat(CliRun.of("x.kpack", "y.kpack").compared()).isFalse();
  }

  @Test
  void whatTheProgramDidNotExpectIsOneLineToo() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    WindowStart broken =
        files -> {
          throw new IllegalStateException("boom");
        };
    assertThat(new Cli(new Console(out, err, false), broken, null).run("x")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .hasLineCount(1)
        .contains("error in the program", "boom", "--debug");
    err.reset();
    assertThat(new Cli(new Console(out, err, false), broken, null).run("--debug", "x"))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("\tat org.kpackworkbench.app");
    assertThat(out.size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"Broken pipe,''", "No space left on device,standard output: No space left on device"})
  void aStandardOutputThatFailsIsNoStackTrace(String failure, String words) {
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(failure);
          }
        };
    for (String option : new String[] {"--json", "--json-lines", "--csv", "--debug"}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int status =
          new Cli(new Console(failing, err, false), files -> 0, null)
              .run("kernels", CliRun.fixture("libhundred.so").toString(), option);
      assertThat(status).isEqualTo(2);
      String said = words.isEmpty() ? "" : "kpack-workbench: " + words;
      List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
      assertThat(lines.isEmpty() ? "" : lines.getFirst()).isEqualTo(said);
      assertThat(lines.stream().filter(said::equals)).as(option).hasSizeLessThan(2);
    }
  }

  @Test
  void theWindowComparesWhatItIsToldTo() {
    CliRun run = CliRun.of("--compare", "old.kpack", "new.kpack", "third.kpack");
    assertThat(run.status()).isZero();
    assertThat(run.compared()).isTrue();
    assertThat(run.opened()).hasSize(3).startsWith(Path.of("old.kpack"));
    CliRun alone = CliRun.of("--compare", "old.kpack");
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.err()).contains("--compare needs two or more files");
  }

  @Test
  void everyWayToCallACommandIsALineOfItsHelp() {
    for (Cli.Verb verb : Cli.VERBS) {
      String help = CliRun.of(verb.name(), "--help").out();
      assertThat(help.lines().toList())
          .as(verb.name())
          .noneMatch(line -> line.contains("\\n"))
          .first()
          .asString()
          .startsWith("Usage: kpack-workbench " + verb.name() + " ");
    }
  }

  @Test
  void helpBreaksTextsOfOptionsOnlyWhereThereIsNoMoreRoom() {
    for (Cli.Verb verb : Cli.VERBS) {
      String[] lines = CliRun.of(verb.name(), "--help").out().split("\n", -1);
      for (int i = 1; i < lines.length; i++) {
        int indent = lines[i].length() - lines[i].stripLeading().length();
        // Lines of an option's text that go on; what fits is in the line before.
        if (indent > 12
            && !lines[i - 1].strip().matches("(-\\w, )?--\\S+(, --\\S+)*")
            && !lines[i].contains("kpack-workbench")) {
          String word = lines[i].strip().split(" ", 2)[0];
          assertThat(lines[i - 1].length() + word.length() + 1)
              .as(verb.name() + ": " + lines[i])
              .isGreaterThan(97);
        }
      }
    }
  }
}
