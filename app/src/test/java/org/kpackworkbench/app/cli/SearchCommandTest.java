package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SearchCommandTest {
  private static final Path LIBRARY =
      Checkout.root().resolve("model/src/test/fixtures/bin/libmany.so");
  private static final Path COMPRESSED =
      Checkout.root().resolve("model/src/test/fixtures/bin/libcompressed.so");

  private static final Path OBJECT =
      Checkout.root().resolve("model/src/test/fixtures/bin/kinds-gfx942.hsaco");

  private static List<Object> column(CliRun run, String name) {
    return run.rows("matches").stream().<Object>map(row -> row.get(name)).toList();
  }

  @Test
  void aTextIsFoundInNamesInAnyCase() {
    CliRun run = CliRun.of("search", LIBRARY, "REDUCE", "--target", "gfx942", "--json");
    assertThat(run.status()).isZero();
    assertThat(column(run, "what")).containsOnly("kernel").hasSize(2);
    assertThat(column(run, "text"))
        .allSatisfy(text -> assertThat(text).asString().contains("kpackfix::reduce"));
    assertThat(column(run, "target")).containsOnly("gfx942");
  }

  @Test
  void anExpressionSelectsTargets() {
    CliRun run = CliRun.of("search", LIBRARY, "reduce", "--target-regex", "^gfx1[01]", "--json");
    assertThat(column(run, "target")).contains("gfx1030", "gfx1100").doesNotContain("gfx942");
  }

  @Test
  void anExpressionIsForNames() {
    CliRun run = CliRun.of("search", LIBRARY, "/reduceI[d]Li/", "--json");
    assertThat(column(run, "target"))
        .containsExactly("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    CliRun wrong = CliRun.of("search", LIBRARY, "/(/");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("expected a regular expression, found \"", "Unclosed group");
  }

  @Test
  void bytesAreFoundWithTheirSectionsAlsoInCompressedBundles() {
    for (Path file : List.of(LIBRARY, COMPRESSED)) {
      CliRun run =
          CliRun.of("search", file, "--bytes", "00 00 81 bf", "--target", "gfx942", "--json");
      assertThat(column(run, "what")).as("%s", file).isNotEmpty().containsOnly("bytes");
      assertThat(column(run, "text")).contains(".text");
      assertThat(column(run, "offset"))
          .allSatisfy(offset -> assertThat((Integer) offset).isPositive());
    }
  }

  @Test
  void nothingIsSaidToBeNothing() {
    CliRun run = CliRun.of("search", LIBRARY, "no such name");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("Nothing was found in 5 code objects.");
    assertThat(CliRun.of("search", LIBRARY).status()).isEqualTo(2);
    assertThat(CliRun.of("search", LIBRARY, "--bytes", "xy").status()).isEqualTo(2);
  }

  @Test
  void metadataAndNotesAreSearchedLineByLine() {
    CliRun run = CliRun.of("search", LIBRARY, "hidden_block_count_x", "--json");
    assertThat(column(run, "what")).isNotEmpty().containsOnly("metadata");
    assertThat(column(run, "excerpt")).containsOnly(".value_kind: hidden_block_count_x");
    assertThat(column(run, "text"))
        .allSatisfy(
            text ->
                assertThat(text)
                    .asString()
                    .matches("amdhsa\\.kernels\\[\\d+]\\.args\\[\\d+]\\.value_kind: .*"));
    assertThat(column(run, "where")).contains("kpackfix::dynamic_tile");
    assertThat(column(CliRun.of("search", LIBRARY, "/AMDGPU .*metadata/", "--json"), "what"))
        .containsOnly("note")
        .hasSize(5);
  }

  /** Several files in each form: one line of names, one object, a line each. */
  @Test
  void severalFilesArePrintedInEachForm() {
    CliRun csv = CliRun.of("search", LIBRARY, OBJECT, "kpackfix::tile", "--csv");
    List<String> lines = csv.out().lines().toList();
    assertThat(lines.getFirst())
        .isEqualTo("file,binary,index,target,what,text,where,place,excerpt,offset");
    assertThat(lines).filteredOn(line -> line.startsWith("file,")).hasSize(1);
    CliRun json = CliRun.of("search", LIBRARY, OBJECT, "kpackfix::tile", "--json");
    int matches =
        json.rows("files").stream().mapToInt(file -> ((List<?>) file.get("matches")).size()).sum();
    assertThat(matches).isGreaterThan(4).isEqualTo(lines.size() - 1);
    CliRun each = CliRun.of("search", LIBRARY, OBJECT, "kpackfix::tile", "--json-lines");
    assertThat(each.out().lines())
        .hasSize(matches)
        .allSatisfy(line -> assertThat(line).startsWith("{").contains("\"what\": "))
        .anySatisfy(line -> assertThat(line).contains("kinds-gfx942.hsaco"));
    assertThat(CliRun.of("search", LIBRARY, "tile", "--csv", "--json-lines").status()).isEqualTo(2);
    CliRun missing = CliRun.of("search", LIBRARY + ".missing", "tile", "--csv");
    assertThat(missing.out()).as("before an error").isEmpty();
    assertThat(missing.err()).contains("the file does not exist");
    assertThat(CliRun.of("search", LIBRARY, "no such name", "--csv").out().lines()).hasSize(1);
    assertThat(CliRun.of("search", LIBRARY, "tile", "--json", "--json-lines").status())
        .isEqualTo(2);
  }

  /** What was found is named by its way from the file. */
  @Test
  void placesAreWaysFromTheFile() {
    CliRun run = CliRun.of("search", COMPRESSED, "--bytes", "00 00 81 bf", "--json");
    assertThat(column(run, "place"))
        .allSatisfy(
            place ->
                assertThat(place)
                    .asString()
                    .matches(
                        "\\.hip_fatbin » bundle \\d+ » libcompressed\\.so#\\d+ @ \\S+ »"
                            + " 0x[0-9a-f]+, 4 bytes"));
  }
}
