package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  private static final Path DRIFT = CliRun.fixture("libdrift.so");

  @TempDir private Path folder;

  private CliRun convert(Object... more) {
    List<Object> args =
        new ArrayList<>(
            List.of(
                "convert",
                DRIFT,
                "-o",
                folder.resolve("lib/out.so"),
                "--kernel-name",
                "lib/out.so",
                "--search-path",
                "../.kpack/g_@GFXARCH@.kpack"));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  private Path archives() throws IOException {
    Files.createDirectories(folder.resolve("lib"));
    return folder.resolve(".kpack");
  }

  private String golden(CliRun run) {
    return (run.out() + run.err())
        .replace(folder.toString(), "FOLDER")
        .replaceAll("archive +targets", "archive  targets")
        .replace(DRIFT.getParent().toString(), "FIXTURES");
  }

  @Test
  void textAndJson() throws IOException {
    CliRun planned = convert("--archives", archives(), "--dry-run");
    assertThat(planned.status()).isZero();
    GoldenOutput.check("convert-dry-run.txt", golden(planned));
    assertThat(folder.resolve(".kpack")).doesNotExist();
    CliRun json = convert("--archives", archives(), "--json");
    assertThat(json.status()).isZero();
    GoldenOutput.check("convert.json", golden(json));
    CliRun text = convert("--archives", archives(), "--force");
    assertThat(text.status()).isZero();
    GoldenOutput.check("convert.txt", golden(text));
    for (Map<String, Object> archive : json.rows("archives")) {
      assertThat(Path.of((String) archive.get("path"))).hasSize((int) archive.get("size"));
      CliRun list = CliRun.of("list", archive.get("path"), "--json");
      assertThat(list.rows("entries")).hasSize((int) archive.get("kernels"));
    }
    assertThat(CliRun.of("info", folder.resolve("lib/out.so"), "--json").json())
        .containsEntry("deviceCode", "host-only");
  }

  @Test
  void inputAndSearchPathsInOtherOrders() throws IOException {
    archives();
    Path out = folder.resolve("lib/out.so");
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("--input", DRIFT, "--search-path", "a.kpack", "b.kpack", "--output", out),
            List.of("--search-path", "a.kpack", "b.kpack", "-o", out, "--input", DRIFT),
            List.of(DRIFT, "-o", out, "--search-path", "a.kpack", "b.kpack"),
            List.of(DRIFT, "-o", out, "--search-path", "a.kpack", "--search-path=b.kpack"))) {
      List<Object> all = new ArrayList<>(List.of("convert"));
      all.addAll(args);
      all.addAll(List.of("--kernel-name", "n", "--discard-device-code", "--force"));
      CliRun run = CliRun.of(all.toArray());
      assertThat(run.status()).as(args + run.err()).isZero();
      assertThat(CliRun.of("info", out, "--json").json().get("marker").toString())
          .contains("[a.kpack, b.kpack]");
    }
    CliRun before =
        CliRun.of(
            "convert",
            "--search-path",
            "a",
            DRIFT,
            "-o",
            out,
            "--kernel-name",
            "n",
            "--force",
            "--discard-device-code");
    assertThat(before.status()).as(before.err()).isZero();
    CliRun two = convert("other.so", "--discard-device-code");
    assertThat(two.status()).isEqualTo(2);
  }

  @Test
  void point11DeviceCodeIsThrownAwayOnlyWhenToldSo() throws IOException {
    Path archives = archives();
    CliRun neither = convert();
    assertThat(neither.status()).isEqualTo(2);
    assertThat(neither.err()).contains("--archives DIR or --discard-device-code");
    CliRun both = convert("--archives", archives, "--discard-device-code");
    assertThat(both.status()).isEqualTo(2);
    assertThat(folder.resolve("lib/out.so")).doesNotExist();
    CliRun discarded = convert("--discard-device-code");
    assertThat(discarded.status()).isZero();
    assertThat(discarded.out()).contains("discarded");
    assertThat(archives).doesNotExist();
  }

  @Test
  void whatCannotBeDoneSaysWhy() throws IOException {
    Path archives = archives();
    CliRun filter = convert("--archives", archives, "--keep-targets", "gfx803,gfx906");
    assertThat(filter.status()).isEqualTo(2);
    assertThat(filter.err()).contains("no code for gfx803, gfx906").contains("gfx942");
    CliRun level = convert("--archives", archives, "--level", "30");
    assertThat(level.status()).isEqualTo(2);
    assertThat(level.err()).contains("--level: expected 1 to 22, found 30");
    CliRun refused =
        CliRun.of(
            "convert",
            CliRun.fixture("libcomm.so"),
            "-o",
            folder.resolve("x"),
            "--kernel-name",
            "x",
            "--search-path",
            "x.kpack",
            "--archives",
            folder);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("no wrapper section .hipFatBinSegment");
    assertThat(convert("--archives", archives).status()).isZero();
    CliRun again = convert("--archives", archives);
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("Up to date");
  }

  @Test
  void aTargetThatIsNotThereIsAFinding() throws IOException {
    CliRun run = convert("--archives", archives(), "--keep-targets", "gfx1030,gfx1201", "--json");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.rows("archives")).hasSize(1);
    assertThat(run.rows("dropped")).hasSize(3);
    assertThat(run.rows("findings").getFirst())
        .containsEntry("severity", "error")
        .containsEntry("rule", "target-not-found");
    assertThat(run.err()).contains("no code for gfx1201");
  }

  @Test
  void point11AnArchiveNeverTakesThePlaceOfTheBinary() throws IOException {
    Path in = Files.copy(CliRun.fixture("libone.so"), folder.resolve("x.kpack"));
    byte[] before = Files.readAllBytes(in);
    for (String output : new String[] {"x.kpack", "other.so"}) {
      CliRun run =
          CliRun.of(
              "convert",
              in,
              "-o",
              folder.resolve(output),
              "--kernel-name",
              "a",
              "--search-path",
              "x.kpack",
              "--archives",
              folder,
              "--force");
      assertThat(run.status()).as(output).isEqualTo(2);
      assertThat(run.err()).contains("would replace");
      assertThat(in).hasBinaryContent(before);
    }
  }
}
