package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.Option.StandardInput;
import org.kpackworkbench.model.operation.describe.Option.StandardOutput;

/** {@code -} is standard input and output, and never a file of that name. */
class StandardStreamsTest {
  @TempDir Path folder;

  @BeforeEach
  void nothingIsCalledSo() {
    assertThat(Path.of("-")).doesNotExist();
  }

  @AfterEach
  void nothingIsCalledSoAfterwards() {
    assertThat(Path.of("-")).doesNotExist();
  }

  private static CliRun run(Path input, Object... args) throws IOException {
    return CliRun.reading(new ByteArrayInputStream(Files.readAllBytes(input)), args);
  }

  /** Standard output as bytes. */
  private static byte[] bytes(Path input, Object... args) throws IOException {
    InputStream in = new ByteArrayInputStream(Files.readAllBytes(input));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        new Cli(new Console(out, err, false).reading(in), request -> 2, null)
            .run(Stream.of(args).map(String::valueOf).toArray(String[]::new));
    assertThat(status).as(err.toString(UTF_8)).isZero();
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "verify"})
  void whatIsReadIsCalledAsItWasNamed(String command) throws IOException {
    Path file = CliRun.fixture("libmany.so");
    for (String form : List.of("--quiet", "--json")) {
      // What comes through a pipe lies nowhere, so it has no URI.
      String expected =
          CliRun.of(command, file, form)
              .out()
              .replaceAll(", \"uri\": \"[^\"]*\"", "")
              .replace(file.toString(), "-");
      CliRun piped = run(file, command, "-", form);
      assertThat(piped.status()).isEqualTo(CliRun.of(command, file).status());
      assertThat(piped.out().replace("standard-input", "libmany.so").replaceAll(" +", " "))
          .isEqualTo(expected.replaceAll(" +", " "));
    }
  }

  @Test
  void errorsCallItSo() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad"), "no such thing");
    CliRun run = run(bad, "list", "-", "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).startsWith("kpack-workbench: -: ");
    assertThat(run.out()).contains("-: ").doesNotContain("standard-input");
  }

  @Test
  void oneFileGoesThroughWholeCommands() throws IOException {
    Path fat = CliRun.fixture("libone.so");
    Path expected = folder.resolve("expected.so");
    List<Object> convert =
        new ArrayList<>(
            List.of("--kernel-name", "k", "--archives", folder, "--search-path", "x.kpack"));
    convert.addAll(0, List.of("convert", fat, "-o", expected));
    assertThat(CliRun.of(convert.toArray()).status()).isZero();
    convert.set(1, "-");
    convert.set(3, "-");
    convert.add("--force");
    byte[] hostOnly = bytes(fat, convert.toArray());
    assertThat(hostOnly).isEqualTo(Files.readAllBytes(expected));

    Path code = folder.resolve("x.hsaco");
    byte[] extracted = bytes(fat, "extract", "-", "--index", "0", "-o", "-");
    assertThat(CliRun.of("extract", fat, "--index", "0", "-o", code).status()).isZero();
    assertThat(extracted).isEqualTo(Files.readAllBytes(code));

    Path archive = folder.resolve("x.kpack");
    byte[] edited = bytes(archive, "edit", "-", "--set", "group=other", "--output=-");
    Path other = Files.write(folder.resolve("other.kpack"), edited);
    assertThat(CliRun.of("info", other, "--json").json()).containsEntry("group", "other");
    byte[] merged =
        bytes(other, "edit", archive, "--delete", "arch:gfx1100", "--merge", "-", "-o-");
    assertThat(merged).startsWith("KPAK".getBytes(UTF_8));

    Path many = CliRun.fixture("libmany.so");
    Path small = folder.resolve("small.so");
    assertThat(CliRun.of("prune", many, "--keep", "gfx1100", "-o", small).status()).isZero();
    assertThat(bytes(many, "prune", "-", "--keep", "gfx1100", "-o", "-"))
        .isEqualTo(Files.readAllBytes(small));
    assertThat(run(many, "prune", "-", "--keep", "gfx1100", "-o", "-", "--dry-run").err())
        .contains("file  outcome", "-     ");
    assertThat(bytes(fat, "render", "-", "--view", "overview", "-o", "-")).startsWith(0x89, 'P');
    Path restored = folder.resolve("restored.so");
    assertThat(run(archive, "restore", expected, "--archive", "-", "-o", restored).status())
        .isZero();
  }

  /** The file is a part of the value of these. */
  @Test
  void codeObjectsAreAddedAndReplacedFromStandardInput() throws IOException {
    Path archive = folder.resolve("y.kpack");
    List<Object> convert = List.of("convert", CliRun.fixture("libone.so"), "-o");
    List<Object> more =
        List.of("--kernel-name", "k", "--archives", folder, "--search-path", "y.kpack");
    assertThat(
            CliRun.of(
                    Stream.of(convert, List.of(folder.resolve("y.so")), more)
                        .flatMap(List::stream)
                        .toArray())
                .status())
        .isZero();
    Path code = CliRun.fixture("axpy-gfx1100.hsaco");
    Path expected = folder.resolve("expected.kpack");
    for (List<String> change :
        List.of(
            List.of("--add", "%s=x.so#3"),
            List.of("--add=%s=x.so#3"),
            List.of("--add", "%s=x.so#3@gfx1100"),
            List.of("--replace", "k#0@gfx1100=%s", "--force-contents"))) {
      Files.deleteIfExists(expected);
      List<Object> named = new ArrayList<>(List.of("edit", archive, "-o", expected));
      List<Object> piped = new ArrayList<>(List.of("edit", archive, "-o", "-"));
      change.forEach(each -> named.add(each.formatted(code)));
      change.forEach(each -> piped.add(each.formatted("-")));
      assertThat(CliRun.of(named.toArray()).status()).as("%s", named).isZero();
      assertThat(bytes(code, piped.toArray()))
          .as("%s", piped)
          .isEqualTo(Files.readAllBytes(expected));
    }
  }

  @Test
  void reportsAreWhatIsPrintedAnyway() throws IOException {
    Path file = CliRun.fixture("libone.so");
    assertThat(run(file, "verify", file, "-o", "-").out())
        .isEqualTo(CliRun.of("verify", file).out());
    assertThat(run(file, "diff", "-", file).status()).isZero();
    String baseline = CliRun.of("verify", file, "--json").out();
    InputStream in = new ByteArrayInputStream(baseline.getBytes(UTF_8));
    assertThat(CliRun.reading(in, "verify", file, "--baseline", "-").out()).contains("known");
  }

  @Test
  void foldersAndDocumentsDoNotGoThere() throws IOException {
    Path file = CliRun.fixture("libone.so");
    Path fat =
        Files.copy(
            CliRun.fixture("libmany.so"),
            Files.createDirectory(folder.resolve("tree")).resolve("libmany.so"));
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("pack", file, "-o", "-", "--group-name", "g", "--gfx-arch-family", "f"),
            List.of("split", "--artifact-dir", folder, "--output-dir", "-"),
            List.of("overlay", folder, "-o", "-"),
            List.of("prune", fat.getParent(), "--keep", "gfx1100", "-o", "-"),
            List.of("restore", file, "-o", "-", "--json"),
            List.of("edit", "-", "--set", "group=x", "--force"))) {
      CliRun run = run(file, command.toArray());
      assertThat(run.status()).as("%s", command).isEqualTo(2);
      assertThat(run.err()).contains("-o");
    }
  }

  static Stream<Arguments> optionsOfFiles() {
    Console console =
        new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
    return Cli.VERBS.stream()
        .flatMap(
            verb -> {
              Command command = verb.make().apply(console);
              return command.options().stream()
                  .filter(option -> option.isRead() || option.isWritten())
                  .flatMap(
                      option ->
                          option.names().stream()
                              .map(name -> Arguments.of(verb.name(), option, name)));
            });
  }

  /** What an operation says of an option is what a dash does there, under each of its names. */
  @ParameterizedTest
  @MethodSource("optionsOfFiles")
  void everyOptionOfAFileTakesADash(String verb, Option<?> option, String name) throws IOException {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Console console =
        new Console(nowhere, nowhere, false).reading(new ByteArrayInputStream(new byte[1]));
    Command command =
        Cli.VERBS.stream()
            .filter(each -> each.name().equals(verb))
            .findFirst()
            .orElseThrow()
            .make()
            .apply(console);
    String before = option.standardInput() == StandardInput.BEHIND_SIGN ? "x=" : "";
    String[] args = {"--dry-run", name, before + "-"};
    if (option.isWritten() && option.standardOutput() == StandardOutput.REFUSED) {
      assertThatThrownBy(() -> StandardStreams.of(command, command.line(), args, console))
          .hasMessageContaining(name);
      return;
    }
    try (StandardStreams streams = StandardStreams.of(command, command.line(), args, console)) {
      List<String> left = List.of(streams.args());
      if (option.standardOutput() == StandardOutput.OWN) {
        assertThat(left).containsExactly(args);
      } else if (option.standardOutput() == StandardOutput.PRINTED) {
        assertThat(left).containsExactly("--dry-run");
      } else {
        assertThat(left).hasSize(3).startsWith("--dry-run", name);
        assertThat(left.getLast()).startsWith(before).doesNotEndWith("-");
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void nothingIsLeftWhenTheProcessIsAskedToEnd() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Process process = JavaProcess.start(List.of("-Djava.io.tmpdir=" + temporary), "info", "-");
    try {
      process.getOutputStream().write(new byte[1 << 20]);
      process.getOutputStream().flush();
      awaitSpool(process, temporary);
      process.toHandle().destroy();
      assertThat(process.waitFor()).isEqualTo(143);
      assertThat(files(temporary)).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatAKilledProcessLeftTheNextRemoves() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Process process = JavaProcess.start(List.of("-Djava.io.tmpdir=" + temporary), "info", "-");
    awaitSpool(process, temporary);
    process.destroyForcibly().waitFor();
    assertThat(files(temporary)).isNotEmpty();
    Process next = JavaProcess.start(List.of("-Djava.io.tmpdir=" + temporary), "info", "-");
    next.getOutputStream().close();
    assertThat(next.waitFor()).isEqualTo(2);
    assertThat(files(temporary)).isEmpty();
  }

  private static void awaitSpool(Process process, Path temporary) throws Exception {
    while (files(temporary).stream().noneMatch(file -> file.endsWith("standard-input"))) {
      assertThat(process.waitFor(10, TimeUnit.MILLISECONDS)).as("ended").isFalse();
    }
  }

  private static List<Path> files(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(each -> !each.equals(below) && !each.toString().contains("hsperfdata"))
          .toList();
    } catch (java.io.UncheckedIOException gone) {
      return List.of(below);
    }
  }
}
