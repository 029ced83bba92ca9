package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code verify} prints, and with which status it ends. */
class VerifyCommandTest {
  @TempDir private Path folder;

  private Path goldenArchive() throws IOException {
    return new MadeArchive()
        .add("lib/libtest.so#0", "gfx900", "KERNEL1_GFX900_DATA")
        .add("../app#0", "gfx900", "KERNEL2")
        .row("lib/lost.so#0", "gfx906", 9, 100)
        .write(folder.resolve("damaged.kpack"));
  }

  private String output(CliRun run) {
    return (run.out() + run.err())
        .replace(CliRun.fixture("libone.so").getParent().toString(), "FIXTURES")
        .replace(folder.toString(), "FOLDER");
  }

  @Test
  void aDamagedArchiveInTextAndJson() throws IOException {
    Path archive = goldenArchive();
    CliRun text = CliRun.of("verify", archive);
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("verify-damaged.kpack.txt", output(text));
    CliRun json = CliRun.of("verify", "--json", archive);
    assertThat(json.status()).isEqualTo(1);
    GoldenOutput.check("verify-damaged.kpack.json", output(json));
    assertThat(json.json()).containsEntry("passed", false).containsEntry("checked", 1);
    assertThat(json.rows("findings").getFirst())
        .containsKeys("severity", "rule", "file", "offset", "place", "message", "advice");
  }

  @ParameterizedTest
  @CsvSource({
    "libone.so, 0",
    "libhostonly.so, 1",
    "bundle.co, 0",
    "mismatch.co, 1",
    "axpy-gfx1100.hsaco, 0",
    "libstatic.a, 0",
    "windows.dll, 0",
    "libi386.so, 0",
  })
  void fixtures(String fixture, int status) throws IOException {
    CliRun run = CliRun.of("verify", CliRun.fixture(fixture));
    assertThat(run.status()).isEqualTo(status);
    GoldenOutput.check("verify-" + fixture + ".txt", output(run));
  }

  @Test
  void notesNeverChangeTheStatus() {
    CliRun run = CliRun.of("verify", "--json", CliRun.fixture("libone.so"));
    assertThat(run.rows("findings")).hasSize(1);
    assertThat(run.rows("findings").getFirst()).containsEntry("severity", "note");
    assertThat(run.json()).containsEntry("passed", true);
    assertThat(run.status()).isZero();
  }

  @Test
  void onlyTheRulesThatWereAskedFor() throws IOException {
    Path archive = goldenArchive();
    CliRun run = CliRun.of("verify", archive, "--rule", "archive-unsafe-key", "--json");
    assertThat(run.rows("findings"))
        .extracting(finding -> finding.get("rule"))
        .containsExactly("archive-unsafe-key");
    assertThat(CliRun.of("verify", archive, "--rule", "archive-empty").status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"html, html", "markdown, md", "sarif, sarif", "junit, xml"})
  void aDamagedArchiveInEveryFormat(String format, String ending) throws IOException {
    Path archive = goldenArchive();
    CliRun run = CliRun.of("verify", archive, "--format", format);
    assertThat(run.status()).isEqualTo(1);
    String here = Path.of("").toAbsolutePath().toUri().toString();
    GoldenOutput.check(
        "verify-damaged." + ending,
        output(run)
            .replace(here, "file:///HERE/")
            .replace(org.kpackworkbench.app.ProgramVersion.number(), "VERSION"));
    // The file's name says the format, too.
    Path report = folder.resolve("report." + ending);
    CliRun written = CliRun.of("verify", archive, "-o", report);
    assertThat(written.status()).isEqualTo(1);
    assertThat(written.out()).isEqualTo("Failed: 1 file checked, 5 errors, 0 warnings, 0 notes\n");
    assertThat(report).hasContent(run.out());
    assertThat(CliRun.of("verify", archive, "-o", report).status()).isEqualTo(2);
    assertThat(CliRun.of("verify", archive, "-o", report, "--force").status()).isEqualTo(1);
  }

  @Test
  void formatsThatAreNotKnownAreRefused() throws IOException {
    Path archive = goldenArchive();
    CliRun run = CliRun.of("verify", archive, "--format", "pdf");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--format", "pdf", "sarif");
    assertThat(CliRun.of("verify", archive, "--json", "--format", "html").status()).isEqualTo(2);
  }

  @Test
  void aFolderInJsonHasItsGrid() throws IOException {
    Path tree = java.nio.file.Files.createDirectory(folder.resolve("tree"));
    java.nio.file.Files.copy(CliRun.fixture("libdrift.so"), tree.resolve("libdrift.so"));
    CliRun run = CliRun.of("verify", "--json", tree);
    assertThat(run.rows("coverage")).hasSize(5);
    assertThat(run.rows("coverage").getFirst()).containsEntry("binary", "libdrift.so");
  }

  @Test
  void rulesAreListed() throws IOException {
    CliRun run = CliRun.of("verify", "--rule", "list");
    assertThat(run.status()).isZero();
    GoldenOutput.check("verify-rules.txt", run.out());
    assertThat(CliRun.of("verify", "--list-rules").out()).isEqualTo(run.out());
    CliRun json = CliRun.of("verify", "--rule", "list", "--json");
    assertThat(json.rows("rules")).hasSize(run.out().split("\n", -1).length - 2);
  }

  @Test
  void whatCannotBeReadEndsWithTwo() throws IOException {
    Path missing = folder.resolve("missing.kpack");
    CliRun run = CliRun.of("verify", missing, CliRun.fixture("libone.so"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(missing + ": there is no such file");
    assertThat(run.out()).contains("1 file checked");
  }

  @Test
  void wrongUsageIsSaid() {
    assertThat(CliRun.of("verify").err()).contains("say what to verify");
    assertThat(CliRun.of("verify", "x", "--rule", "nonsense").err())
        .contains("there is no rule nonsense", "--rule list");
    assertThat(CliRun.of("verify", "x", "--jobs", "0").status()).isEqualTo(2);
  }

  @Test
  void aFolderIsWalked() throws IOException {
    Path hidden = Files.createDirectories(folder.resolve("tree/.kpack"));
    Files.copy(goldenArchive(), hidden.resolve("x.kpack"));
    Files.writeString(folder.resolve("tree/readme"), "text");
    CliRun run = CliRun.of("verify", "--json", folder.resolve("tree"));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.json()).containsEntry("checked", 1);
    assertThat(List.copyOf(run.rows("findings"))).isNotEmpty();
  }
}
