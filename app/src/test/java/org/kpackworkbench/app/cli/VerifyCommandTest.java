package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;

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
    Path fixtures = CliRun.fixture("libone.so").toAbsolutePath().normalize().getParent();
    return (run.out() + run.err())
        .replace(fixtures.toString(), "FIXTURES")
        .replace(fixtures.resolveSibling(".kpack").toString(), "BESIDE-FIXTURES/.kpack")
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
    "libhostonly.so, 0",
    "bundle.co, 0",
    "mismatch.co, 1",
    "axpy-gfx1100.hsaco, 0",
    "libstatic.a, 0",
    "windows.dll, 0",
    "libi386.so, 2",
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

  private static final String POINTER =
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345678\n";

  private Path zip(String name, String... entries) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
      }
    }
    return file;
  }

  /** Files that are not read, by the words for them. */
  private Map<Path, String> foreign() throws IOException {
    Map<Path, String> files = new LinkedHashMap<>();
    byte[] seven = "7z\u00bc\u00af\u0027\u001c".getBytes(StandardCharsets.ISO_8859_1);
    files.put(Files.write(folder.resolve("rocm.7z"), seven), "7-Zip archive");
    byte[] packed = {0x1f, (byte) 0x8b, 8, 0};
    files.put(Files.write(folder.resolve("x.gz"), packed), "gzip-compressed file");
    files.put(
        Files.writeString(folder.resolve("math_lib_gfx942.tar.zst"), "<!DOCTYPE html><p>404"),
        "HTML page");
    files.put(Files.writeString(folder.resolve("libone.so"), POINTER), "Git LFS pointer");
    files.put(Files.writeString(folder.resolve("passwd"), "root:x:0:0\n"), "text");
    files.put(Files.write(folder.resolve("nothing"), new byte[0]), "empty file");
    return files;
  }

  @Test
  void whatIsNotReadIsSaidInEveryFormatAndEndsWithTwo() throws IOException {
    for (Map.Entry<Path, String> file : foreign().entrySet()) {
      for (ReportFormat format : ReportFormat.values()) {
        CliRun run = CliRun.of("verify", file.getKey(), "--format", format.option());
        // Markdown escapes.
        String all = run.out().replace("\\", "");
        assertThat(run.status()).as(all).isEqualTo(2);
        assertThat(all)
            .contains(file.getValue(), file.getKey().getFileName().toString())
            .doesNotContainIgnoringCase("passed\"" + ": true")
            .doesNotContain("Passed", "Nothing is wrong", "executionSuccessful\": true")
            .containsPattern("(?i)not.?checked");
      }
      CliRun json = CliRun.of("verify", "--json", file.getKey());
      assertThat(json.rows("notChecked").getFirst())
          .containsKeys("file", "format", "what", "advice");
      assertThat(json.json()).containsEntry("checked", 0).containsEntry("passed", false);
    }
  }

  @Test
  void aPointerOfGitLfsIsCalledOneAndFailsATree() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.copy(CliRun.fixture("libone.so"), tree.resolve("libone.so"));
    Files.writeString(tree.resolve("libtwo.so"), POINTER);
    Files.writeString(tree.resolve("notes.txt"), "notes");
    CliRun run = CliRun.of("verify", tree);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("error file-lfs-pointer", "sha256:4d7a21", "11.8 MiB", "git lfs pull")
        .contains("not checked: 2 files in folders: Git LFS pointer (1), text (1)")
        .endsWith("Failed: 1 file checked, 2 not checked, 1 error, 0 warnings, 1 note\n");
    CliRun alone = CliRun.of("verify", tree.resolve("libtwo.so"));
    assertThat(alone.status()).isEqualTo(2);
    assertThat(alone.out()).contains("not checked: " + tree.resolve("libtwo.so") + ": Git LFS");
  }

  @Test
  void somethingCheckedBesideSomethingThatIsNotPassesAndSaysSo() throws IOException {
    CliRun run = CliRun.of("verify", CliRun.fixture("bundle.co"), zip("x.zip", "x"));
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("not checked: 1 file in a folder: empty file (1)")
        .endsWith("Passed: 2 files checked, 1 not checked, 0 errors, 0 warnings, 0 notes\n");
  }

  @Test
  void theDeviceCodeOfAWindowsBinaryIsChecked() throws IOException {
    CliRun run = CliRun.of("verify", CliRun.fixture("windows.dll"));
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("device-code-state", "1 file checked, 0 errors");
    byte[] bytes = Files.readAllBytes(CliRun.fixture("windows.dll"));
    // The version of the first wrapper.
    bytes[0x1204] = 7;
    Path broken = Files.write(folder.resolve("broken.dll"), bytes);
    assertThat(CliRun.of("verify", broken).out())
        .contains("wrapper-magic", "Wrapper 0 states version 7, not 1.");
  }

  @Test
  void aRuleThatHadNothingToCheckIsNamed() {
    CliRun run = CliRun.of("verify", CliRun.fixture("bundle.co"), "--rule", "archive-magic");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out())
        .contains("The rule archive-magic had nothing to check.", "Nothing was checked: ");
    CliRun two =
        CliRun.of(
            "verify",
            "--json",
            CliRun.fixture("bundle.co"),
            "--rule",
            "archive-magic",
            "--rule",
            "bundle-reads");
    assertThat(two.status()).isZero();
    assertThat(two.json()).containsEntry("idleRules", List.of("archive-magic"));
  }

  @Test
  void rulesAreLeftOut() throws IOException {
    Path archive = goldenArchive();
    CliRun all = CliRun.of("verify", "--json", archive);
    CliRun run =
        CliRun.of(
            "verify",
            "--json",
            archive,
            "--exclude",
            "archive-unsafe-key",
            "--exclude",
            "code-object-elf");
    assertThat(all.rows("findings"))
        .extracting(each -> each.get("rule"))
        .contains("archive-unsafe-key", "code-object-elf");
    assertThat(run.rows("findings"))
        .isNotEmpty()
        .extracting(each -> each.get("rule"))
        .doesNotContain("archive-unsafe-key", "code-object-elf");
    CliRun unknown = CliRun.of("verify", archive, "--exclude", "nonsense");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--exclude: there is no rule nonsense", "--rule list");
    assertThat(
            CliRun.of("verify", archive, "--rule", "archive-magic", "--exclude", "archive-magic")
                .err())
        .contains("no rule is left");
  }

  @Test
  void theStatusFollowsTheSeverityThatWasAskedFor() throws IOException {
    Path warned = CliRun.fixture("libhostonly.so");
    Path noted = CliRun.fixture("libone.so");
    assertThat(CliRun.of("verify", warned).status()).isZero();
    assertThat(CliRun.of("verify", warned).out()).contains("Passed with warnings: ", "1 warning");
    assertThat(CliRun.of("verify", warned, "--fail-on", "warning").status()).isEqualTo(1);
    assertThat(CliRun.of("verify", warned, "--fail-on", "warning").out()).contains("Failed: ");
    assertThat(CliRun.of("verify", noted, "--fail-on", "warning").status()).isZero();
    assertThat(CliRun.of("verify", noted, "--fail-on", "note").status()).isEqualTo(1);
    assertThat(CliRun.of("verify", goldenArchive(), "--fail-on", "never").status()).isZero();
    CliRun wrong = CliRun.of("verify", noted, "--fail-on", "fatal");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("--fail-on: expected error, warning, note or never");
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
        undated(output(run))
            .replace(here, "file:///HERE/")
            .replace(org.kpackworkbench.app.ProgramVersion.number(), "VERSION"));
    // The file's name says the format, too.
    Path report = folder.resolve("report." + ending);
    CliRun written = CliRun.of("verify", archive, "-o", report);
    assertThat(written.status()).isEqualTo(1);
    assertThat(written.out()).isEqualTo("Failed: 1 file checked, 5 errors, 0 warnings, 0 notes\n");
    assertThat(undated(Files.readString(report))).isEqualTo(undated(run.out()));
    Files.writeString(report, "mine");
    assertThat(CliRun.of("verify", archive, "-o", report).status()).isEqualTo(2);
    assertThat(CliRun.of("verify", archive, "-o", report, "--force").status()).isEqualTo(1);
    assertThat(undated(Files.readString(report))).isEqualTo(undated(run.out()));
  }

  /** A document as it would be at any other time. */
  private static String undated(String document) {
    return document.replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2} UTC", "DATE");
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
    assertThat(run.err()).contains(missing + ": the file does not exist");
    assertThat(run.out()).contains("1 file checked");
  }

  @Test
  void wrongUsageIsSaid() {
    assertThat(CliRun.of("verify").err()).contains("give at least one PATH");
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

  @Test
  void theFindingsOfABaselineDoNotCount() throws IOException {
    Path archive = goldenArchive();
    Path baseline = folder.resolve("baseline.json");
    assertThat(CliRun.of("verify", archive, "--format", "json", "-o", baseline).status())
        .isEqualTo(1);
    CliRun run = CliRun.of("verify", archive, "--baseline", baseline);
    assertThat(run.status()).isZero();
    assertThat(run.out())
        .contains("known: " + archive + ": error [archive-ordinal]")
        .endsWith("Passed: 1 file checked, 0 errors, 0 warnings, 0 notes, 5 known, 0 fixed\n");
    CliRun sarif = CliRun.of("verify", archive, "--baseline", baseline, "--format", "sarif");
    assertThat(sarif.out()).contains("\"baselineState\": \"unchanged\"");
    Files.delete(archive);
    new MadeArchive().add("lib/libtest.so#0", "gfx900", "KERNEL1_GFX900_DATA").write(archive);
    CliRun mended = CliRun.of("verify", archive, "--baseline", baseline);
    assertThat(mended.out()).contains("fixed: damaged.kpack: [archive-ordinal]");
    CliRun missing = CliRun.of("verify", archive, "--baseline", folder.resolve("none.json"));
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("none.json");
  }

  @Test
  void infoCallsAPointerOne() throws IOException {
    Path pointer = Files.writeString(folder.resolve("libone.so"), POINTER);
    CliRun run = CliRun.of("info", pointer);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("Git LFS pointer", "sha256:4d7a21", "12345678 bytes");
    assertThat(run.err()).contains("git lfs pull");
    CliRun json = CliRun.of("info", "--json", pointer);
    assertThat(json.json())
        .containsEntry("format", "git-lfs-pointer")
        .containsEntry("pointer", Map.of("oid", "sha256:4d7a21", "size", 12345678));
  }
}
