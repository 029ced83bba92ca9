package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/** Names from files and arguments reach no terminal raw, and lead out of no folder. */
class NothingEscapesTest {
  /** Deletes, C1, right-to-left override, isolate, invisible tags. */
  private static final String EVIL = "a\u007f\u009b31m\u202e\u2066\udb40\udc41b";

  private static final String RAW = "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\p{Cf}]";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"../x", "..", "/x", "a/../x", "a\\b", "a\u001bb", ""})
  void namesOfGroupsThatLeadElsewhereAreRefused(String name) throws IOException {
    Path fat = CliRun.fixture("libone.so");
    Path kpack = Files.createDirectory(folder.resolve("in")).resolve("x.kpack");
    CliRun made =
        CliRun.of(
            "convert",
            fat,
            "-o",
            folder.resolve("in/b.so"),
            "--kernel-name",
            "k",
            "--archives",
            folder.resolve("in"),
            "--search-path",
            "x.kpack",
            "--group-name",
            "lib/k");
    assertThat(made.status()).as(made.err()).isZero();
    Path out = Files.createDirectory(folder.resolve("out"));
    for (List<Object> command :
        List.<List<Object>>of(
            List.of(
                "pack",
                fat,
                "-o",
                out.resolve("p"),
                "--group-name",
                name,
                "--gfx-arch-family",
                "f"),
            List.of(
                "pack",
                fat,
                "-o",
                out.resolve("p"),
                "--group-name",
                "g",
                "--gfx-arch-family",
                name),
            convert(fat, out, "--group-name=" + name),
            convert(fat, out, "--gfx-arch-family=" + name),
            List.of("edit", kpack, "--set", "group=" + name, "-o", out.resolve("e.kpack")),
            List.of("edit", kpack, "--set", "family=" + name, "-o", out.resolve("e.kpack")))) {
      // One that is a plain part of a longer name leads nowhere.
      if (name.equals("..") && command.getFirst().equals("pack")) {
        continue;
      }
      CliRun run = CliRun.of(command.toArray());
      assertThat(run.status()).as("%s: %s", command, run.out()).isEqualTo(2);
      assertThat(run.err()).contains("part of").contains("name");
      assertThat(out).as("%s", command).isEmptyDirectory();
    }
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all).hasSize(2);
    }
  }

  private static List<Object> convert(Path fat, Path out, String more) {
    return List.of(
        "convert",
        fat,
        "-o",
        out.resolve("b.so"),
        "--kernel-name",
        "k",
        "--archives",
        out,
        "--search-path",
        "x.kpack",
        more);
  }

  @Test
  void debugShowsMessagesAsSafelyAsErrors() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    WindowStart broken =
        request -> {
          FormatException cause =
              FormatException.in(EVIL, "file", "", Reason.BAD_VALUE).found(EVIL).build();
          IllegalStateException failure = new IllegalStateException(EVIL + "\n" + EVIL, cause);
          failure.addSuppressed(new IOException(EVIL));
          throw failure;
        };
    int status =
        new Cli(new Console(new ByteArrayOutputStream(), err, false), broken, null)
            .run("--debug", "x");
    assertThat(status).isEqualTo(2);
    String text = err.toString(StandardCharsets.UTF_8);
    assertThat(text)
        .contains("Caused by: ", "Suppressed: java.io.IOException", "\tat ", getClass().getName())
        .contains("\\x7f\\x9b31m\\u202e\\u2066\\U000e0041")
        .doesNotContainPattern(RAW);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void everyFormOfAReportIsSafe() throws IOException {
    Path file = Files.writeString(folder.resolve(EVIL + ".kpack"), "no archive");
    for (String format : List.of("text", "json", "sarif", "html", "markdown", "junit")) {
      CliRun run = CliRun.of("verify", folder, "--format", format);
      assertThat(run.out()).as(format).contains("kpack").doesNotContainPattern(RAW);
    }
    assertThat(CliRun.of("verify", file, "--json").out()).contains("a\\u007F\\u009B31m\\u202E");
    for (String command : List.of("info", "list", "verify")) {
      CliRun run = CliRun.of(command, file, "--json");
      assertThat(run.out() + run.err()).doesNotContainPattern(RAW);
    }
  }
}
