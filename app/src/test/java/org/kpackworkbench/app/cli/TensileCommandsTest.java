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
        .extracting(row -> row.get("name"), row -> row.get("found"))
        .containsExactly(tuple("TensileLibrary_Type_HH_gfx1100", false), tuple(FLOAT, true));
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
    assertThat(list.err()).contains("none is there").contains(FLOAT + ".hsaco");
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
}
