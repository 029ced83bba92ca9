package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackCommandTest {
  @TempDir private Path folder;
  private Path in;

  @BeforeEach
  void tree() throws IOException {
    in = folder.resolve("in");
    Files.createDirectories(in.resolve("lib"));
    Files.copy(CliRun.fixture("libdrift.so"), in.resolve("lib/libdrift.so.1"));
    Files.createSymbolicLink(in.resolve("lib/libdrift.so"), Path.of("libdrift.so.1"));
    Files.copy(CliRun.fixture("libcompressed.so"), in.resolve("libcompressed.so"));
    Files.writeString(in.resolve("lib/readme.txt"), "text");
  }

  private CliRun pack(Object... more) {
    List<Object> args = new ArrayList<>(List.of("pack", in, "--group-name", "math"));
    if (!List.of(more).contains("-o")) {
      args.addAll(List.of("-o", folder.resolve("out")));
    }
    args.addAll(List.of("--gfx-arch-family", "gfx9X"));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  private String golden(CliRun run) {
    return (run.out() + run.err())
        .replace(folder.toString(), "FOLDER")
        .replaceAll("archive +targets", "archive  targets");
  }

  @Test
  void warnsOfCodeThatRuntimesRefuse() throws IOException {
    byte[] bytes = Files.readAllBytes(CliRun.fixture("libone.so"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    // The first code object of a bundle is at its second page; its e_shstrndx becomes 0.
    bytes[text.indexOf("__CLANG_OFFLOAD_BUNDLE__") + 4096 + 62] = 0;
    Path library = Files.write(folder.resolve("librefused.so"), bytes);
    CliRun packed =
        CliRun.of(
            "pack",
            library,
            "-o",
            folder.resolve("packed"),
            "--group-name",
            "g",
            "--gfx-arch-family",
            "all");
    CliRun converted =
        CliRun.of(
            "convert",
            library,
            "-o",
            folder.resolve("converted.so"),
            "--kernel-name",
            "lib/x.so",
            "--search-path",
            "archives/x.kpack",
            "--archives",
            folder.resolve("archives"));
    for (CliRun run : List.of(packed, converted)) {
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.err())
          .contains(
              "warning: " + library + ": no runtime loads its code for gfx1100 (#0). It has no")
          .contains("keep code objects out of stripping")
          .doesNotContain("..");
    }
  }

  @Test
  void refusesWhatIsInsideAnOverlaidStage() throws IOException {
    Path lib = Files.createDirectories(folder.resolve("tree/a/stage/lib"));
    Files.copy(CliRun.fixture("libone.so"), lib.resolve("libone.so"));
    Files.createFile(folder.resolve("tree/a/stage.prebuilt"));
    for (Path input : List.of(lib.resolve("libone.so"), lib, folder.resolve("tree"))) {
      Path out = folder.resolve("out");
      CliRun run =
          CliRun.of("pack", input, "-o", out, "--group-name", "g", "--gfx-arch-family", "all");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("has stage.prebuilt beside it: the tree came from an overlay");
      assertThat(out).doesNotExist();
    }
  }

  @Test
  void textAndJson() throws IOException {
    CliRun planned = pack("--dry-run");
    assertThat(planned.status()).isZero();
    GoldenOutput.check("pack-dry-run.txt", golden(planned));
    GoldenOutput.check("pack-dry-run.json", golden(pack("--dry-run", "--json")));
    assertThat(folder.resolve("out")).doesNotExist();
    CliRun json = pack("--json");
    assertThat(json.status()).isZero();
    GoldenOutput.check("pack.json", golden(json));
    CliRun text = pack("--force");
    assertThat(text.status()).isZero();
    GoldenOutput.check("pack.txt", golden(text));
    Path archive = Path.of((String) json.rows("archives").getFirst().get("path"));
    assertThat(archive).isEqualTo(folder.resolve("out/.kpack/math-gfx9X.kpack"));
    for (Map<String, Object> binary : json.rows("binaries")) {
      assertThat(CliRun.of("info", binary.get("path"), "--json").json())
          .containsEntry("deviceCode", "host-only");
    }
    assertThat(CliRun.of("list", archive, "--json").rows("entries")).hasSize(23);
  }

  /** Paths are as they were given. */
  @Test
  void reportsRelativePathsOfARelativeOutput() {
    Path out = Path.of("").toAbsolutePath().relativize(folder.resolve("out").toAbsolutePath());
    CliRun run = pack("-o", out, "--json");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.rows("archives"))
        .allSatisfy(row -> assertThat((String) row.get("path")).startsWith(out + "/"));
    assertThat(run.rows("binaries"))
        .allSatisfy(row -> assertThat((String) row.get("path")).startsWith(out + "/"));
  }

  @Test
  void whatCannotBeConvertedIsAFinding() throws IOException {
    Files.copy(CliRun.fixture("libcomm.so"), in.resolve("lib/libcomm.so"));
    CliRun run = pack("--json");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.rows("findings").getFirst())
        .containsEntry("rule", "no-wrappers")
        .containsEntry("file", in.resolve("lib/libcomm.so").toString());
    assertThat(run.json()).containsEntry("copied", 2);
    assertThat(Files.mismatch(in.resolve("lib/libcomm.so"), folder.resolve("out/lib/libcomm.so")))
        .isEqualTo(-1);
  }

  @Test
  void whatCannotBeDoneSaysWhy() throws IOException {
    CliRun filter = pack("--keep-targets", "gfx803");
    assertThat(filter.status()).isEqualTo(2);
    assertThat(filter.err()).contains("has no code for gfx803; it has some for gfx90a, gfx942");
    CliRun inside =
        CliRun.of(
            "pack",
            "--input",
            in,
            "--output",
            in.resolve("x"),
            "--group-name",
            "g",
            "--gfx-arch-family",
            "f");
    assertThat(inside.status()).isEqualTo(2);
    assertThat(inside.err()).contains("lies in the input");
    CliRun missing = CliRun.of("pack", in, "-o", folder.resolve("out"));
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("--group-name");
    assertThat(pack().status()).isZero();
    CliRun again = pack();
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("Up to date");
  }

  @Test
  void optionsDecideWhatIsWritten() throws IOException {
    CliRun run =
        pack(
            "--keep-targets",
            "gfx942,gfx90a",
            "--compression",
            "none",
            "--keys",
            "plain",
            "--json",
            "--jobs",
            1);
    assertThat(run.status()).isZero();
    assertThat(run.rows("archives").getFirst())
        .containsEntry("scheme", "none")
        .containsEntry("targets", List.of("gfx90a", "gfx942"));
    assertThat(run.rows("dropped")).hasSize(2);
    String archive = (String) run.rows("archives").getFirst().get("path");
    assertThat(CliRun.of("info", archive, "--json").json()).containsEntry("scheme", "none");
  }
}
