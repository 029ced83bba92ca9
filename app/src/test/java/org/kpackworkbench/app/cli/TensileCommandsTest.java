package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tensile's libraries in commands. */
class TensileCommandsTest {
  private static final String LAZY = "TensileLibrary_lazy_gfx1100.dat";
  private static final String FLOAT = "TensileLibrary_Type_SS_gfx1100";

  @TempDir private Path folder;
  private Path lazy;

  @BeforeEach
  void copyLibraries() throws IOException {
    lazy = Files.copy(CliRun.fixture(LAZY), folder.resolve(LAZY));
    Files.copy(CliRun.fixture(FLOAT + ".dat.zlib"), folder.resolve(FLOAT + ".dat.zlib"));
    Files.copy(CliRun.fixture("axpy-gfx1100.hsaco"), folder.resolve(FLOAT + ".hsaco"));
  }

  @Test
  void infoSaysWhichFilesAreLoadedAndMissing() throws IOException {
    CliRun run = CliRun.of("info", "--json", lazy);
    assertThat(run.status()).isZero();
    assertThat(run.json())
        .containsEntry("format", "tensile")
        .containsEntry("architecture", "gfx1100");
    assertThat(run.rows("children"))
        .extracting(row -> row.get("name"), row -> row.get("file"))
        .containsExactly(
            tuple("TensileLibrary_Type_HH_gfx1100", "missing"), tuple(FLOAT, FLOAT + ".dat.zlib"));
    assertThat(run.json()).containsEntry("processors", List.of("gfx1100"));
  }

  /** The two tables of a plan have one empty line between them. */
  @Test
  void whatWouldBePackedIsTwoTables() throws IOException {
    for (String name : List.of("rocfft_kernel_cache.db", "gfx1100.kdb")) {
      Files.copy(CliRun.fixture(name), folder.resolve(name));
    }
    CliRun run = CliRun.of("pack-database", folder, "-o", folder.resolve("out"), "--dry-run");
    assertThat(run.status()).isZero();
    GoldenOutput.check(
        "pack-database-dry-run.txt",
        run.out().replace(folder.toString(), "FOLDER").replaceAll("archive +", "archive  "));
  }

  @Test
  void infoAndListSayTheSameOfParts() {
    for (String name : List.of("rocfft_kernel_cache.db", "gfx1100.kdb")) {
      Path database = CliRun.fixture(name);
      assertThat(CliRun.of("info", database, "--json").rows("parts"))
          .isNotEmpty()
          .isEqualTo(CliRun.of("list", database, "--parts", "--json").rows("parts"));
      List<String> info = CliRun.of("info", database).out().lines().toList();
      assertThat(info.subList(info.indexOf("Parts") + 1, info.size()).stream().map(String::strip))
          .containsExactlyElementsOf(
              CliRun.of("list", database, "--parts").out().lines().map(String::strip).toList());
    }
    List<Map<String, Object>> files =
        fields(CliRun.of("list", lazy, "--parts", "--filter", "kind:file", "--json"));
    assertThat(CliRun.of("info", lazy, "--json").rows("children"))
        .extracting(row -> row.get("table"), row -> row.get("file"))
        .containsExactlyElementsOf(
            files.stream().map(row -> tuple(row.get("table"), row.get("file"))).toList());
  }

  @Test
  void listAndExtractTakeTheCodeBesideALibrary() throws IOException {
    CliRun list = CliRun.of("list", "--json", lazy);
    assertThat(list.status()).isZero();
    assertThat(list.rows("entries"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("target", "gfx1100"));
    Path out = folder.resolve("out");
    CliRun extract = CliRun.of("extract", "--all", "--json", lazy, "-o", out);
    assertThat(extract.status()).isZero();
    List<Map<String, Object>> written = extract.rows("written");
    assertThat(written).hasSize(1);
    assertThat(Path.of((String) written.getFirst().get("path")))
        .hasSameBinaryContentAs(CliRun.fixture("axpy-gfx1100.hsaco"));
  }

  @Test
  void aLibraryWithoutCodeBesideItIsAFinding() throws IOException {
    Files.delete(folder.resolve(FLOAT + ".hsaco"));
    CliRun list = CliRun.of("list", lazy);
    assertThat(list.status()).isEqualTo(1);
    assertThat(list.err()).contains("none exists").contains(FLOAT + ".hsaco");
  }

  @Test
  void verifyNamesWhatIsMissing() {
    CliRun run = CliRun.of("verify", folder);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("tensile-file-missing")
        .contains("TensileLibrary_Type_HH_gfx1100.dat.zlib")
        .contains("1 error, 0 warnings");
  }

  @Test
  void diffSaysWhatBecameOfASolution() throws IOException {
    Path library = CliRun.fixture("TensileLibrary_Type_HH_gfx1100.dat");
    assertThat(CliRun.of("diff", library, library).status()).isZero();
    Path other = folder.resolve("TensileLibrary_Type_HH_gfx1100.dat");
    byte[] bytes = Files.readAllBytes(library);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("depthU") + "depthU".length()] = 8;
    Files.write(other, bytes);
    CliRun run = CliRun.of("diff", library, other);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("changed  Cijk_Ailk_Bljk_HHS_MT64x64x16")
        .contains("depth: 16 → 8");
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> fields(CliRun run) {
    return run.rows("parts").stream().map(row -> (Map<String, Object>) row.get("fields")).toList();
  }

  @Test
  void partsAreFilteredAsTheWindowsRowsAre() throws IOException {
    Path library = CliRun.fixture("TensileLibrary_Type_HH_gfx1100.dat");
    CliRun all = CliRun.of("list", library, "--parts", "--json");
    assertThat(all.rows("parts"))
        .extracting(row -> row.get("kind"))
        .containsExactly("solution", "solution", "size", "size", "size");
    CliRun run = CliRun.of("list", library, "--parts", "--filter", "M>1024 type:f16", "--json");
    assertThat(run.status()).isZero();
    assertThat(fields(run))
        .extracting(row -> row.get("M"), row -> row.get("kernel"))
        .containsExactly(tuple(2048, "axpy_big"), tuple(4096, "axpy_big"));
    CliRun text =
        CliRun.of(
            "list", library, "--parts", "--filter", "kind:size K=64..512", "--filter", "-M=2048");
    assertThat(text.out()).contains("M=64 N=64 batch=1 K=64").doesNotContain("2048");
    CliRun none = CliRun.of("list", library, "--parts", "--filter", "M>5000");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("No part of 5 matches the filter.");
    assertThat(CliRun.of("list", library, "--parts", "--target", "gfx942").status()).isEqualTo(1);
    assertThat(CliRun.of("list", library, "--parts", "--target", "gfx1100").status()).isZero();
    CliRun named = CliRun.of("list", library, "--parts", "--target-regex", "^gfx11", "--json");
    assertThat(fields(named)).isNotEmpty().allMatch(row -> "gfx1100".equals(row.get("target")));
    CliRun other = CliRun.of("list", library, "--parts", "--target-regex", "^gfx9");
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).contains("No part of 5 matches the filter.");
  }

  @Test
  void aTypeIsFilteredByWholeWords() throws IOException {
    String text =
        Files.readString(
            CliRun.fixture("TensileLibrary_Type_HH_gfx1100.dat"), StandardCharsets.ISO_8859_1);
    int second = text.indexOf("Half", text.indexOf("MT128x128x32"));
    Path library = folder.resolve("TensileLibrary_types_gfx1100.dat");
    // The first solution's types, in bytes of the same length.
    Files.writeString(
        library,
        text.substring(0, second).replace("Half", "bf16") + text.substring(second),
        StandardCharsets.ISO_8859_1);
    CliRun half =
        CliRun.of("list", library, "--parts", "--filter", "kind:solution type:f16", "--json");
    assertThat(fields(half)).extracting(row -> row.get("type")).containsExactly("f16");
    CliRun any =
        CliRun.of("list", library, "--parts", "--filter", "kind:solution type:*f16", "--json");
    assertThat(fields(any)).extracting(row -> row.get("type")).containsExactly("bf16", "f16");
  }

  @Test
  void partsOfAllDatabasesOfAFolderAreOneListWithLines() {
    CliRun run =
        CliRun.of(
            "list", "--recursive", folder, "--parts", "--json-lines", "--filter", "kind:file");
    assertThat(run.status()).isZero();
    assertThat(run.out().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("TensileLibrary_lazy_gfx1100.dat"));
  }

  @Test
  void rowsOfSqlitesTablesAreFilteredByTheirColumns() throws IOException {
    CliRun run =
        CliRun.of(
            "list",
            CliRun.fixture("rocfft_kernel_cache.db"),
            "--parts",
            "--filter",
            "length:64 precision:single arch:gfx1030 hipversion>1000",
            "--json");
    assertThat(run.status()).isZero();
    assertThat(fields(run))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("HIP version", "60342131"));
  }

  @Test
  void aFilterOverPartsWithoutThemSaysWhatToAdd() {
    CliRun run = CliRun.of("list", lazy, "--filter", "M>1024");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("no field \"m\"").contains("add --parts");
    CliRun nowhere = CliRun.of("list", lazy, "--filter", "nonsense>1");
    assertThat(nowhere.err()).contains("no field").doesNotContain("--parts");
    assertThat(CliRun.of("list", lazy, "--parts", "--uri").status()).isEqualTo(2);
  }

  @Test
  void aDamagedPartIsListedAndSaid() throws IOException {
    Path file = folder.resolve("TensileLibrary_Type_HH_gfx1100.dat");
    byte[] bytes = Files.readAllBytes(CliRun.fixture("TensileLibrary_Type_HH_gfx1100.dat"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.lastIndexOf("index") + "index".length()] = 9;
    Files.write(file, bytes);
    CliRun run = CliRun.of("list", file, "--parts");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).contains("Cijk_Ailk_Bljk_HHS_MT64x64x16");
    assertThat(run.err()).contains("the index of one of the 2 solutions");
  }
}
