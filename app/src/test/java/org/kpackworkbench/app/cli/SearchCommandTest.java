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
  void anExpressionIsForNames() {
    CliRun run = CliRun.of("search", LIBRARY, "/reduceI[d]Li/", "--json");
    assertThat(column(run, "target"))
        .containsExactly("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    CliRun wrong = CliRun.of("search", LIBRARY, "/(/");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("Unclosed group");
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
}
