package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelsCommandTest {
  @TempDir private Path folder;

  private static Path fixture(String name) {
    return Checkout.root().resolve("model/src/test/fixtures/bin").resolve(name);
  }

  private static List<Object> column(CliRun run, String name) {
    return run.rows("kernels").stream().<Object>map(row -> row.get(name)).toList();
  }

  @Test
  void everyKernelOfEveryCodeObjectHasItsFigures() {
    CliRun run = CliRun.of("kernels", fixture("libmany.so"), "--json");
    assertThat(run.status()).isZero();
    assertThat(column(run, "target"))
        .contains("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    assertThat(run.rows("kernels"))
        .filteredOn(
            row -> row.get("name").equals("kpackfix_scalars") && row.get("target").equals("gfx942"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("kernargBytes", 296).containsEntry("wavefrontSize", 64);
              assertThat(row).containsEntry("occupancy", 8).containsEntry("limit", "slots");
              assertThat((Integer) row.get("codeBytes")).isPositive();
            });
  }

  /** Code objects wherever they are: bundles, static libraries, archives, code objects alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {"libcompressed.so", "libstatic.a", "kinds-gfx942.hsaco", "container-llvm22.bin"})
  void anyInputWithCodeObjectsWillDo(String name) {
    CliRun run = CliRun.of("kernels", fixture(name), "--json");
    assertThat(run.err()).isEmpty();
    assertThat(run.rows("kernels")).isNotEmpty();
  }

  @Test
  void anExpressionSelectsTargets() {
    Path file = fixture("libmany.so");
    CliRun run = CliRun.of("kernels", file, "--json", "--target-regex", "^gfx9.*xnack-");
    assertThat(column(run, "target")).isNotEmpty().containsOnly("gfx90a:xnack-");
    // Both are met.
    CliRun both =
        CliRun.of("kernels", file, "--target-regex", "gfx9", "--target", "gfx90a", "--json");
    assertThat(column(both, "target")).isNotEmpty().doesNotContain("gfx942", "gfx1030");
    CliRun none = CliRun.of("kernels", file, "--target-regex", "^gfx12");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err())
        .contains(
            "No code object of 5 is for a selected target; there are some for gfx1030, gfx1100,"
                + " gfx90a:xnack+, gfx90a:xnack-, gfx942.\n");
    assertThat(CliRun.of("kernels", file, "--target-regex", "(").err())
        .contains("--target-regex: expected a regular expression, found \"(\"");
  }

  @Test
  void filtersAndOrdersAreOfKernels() {
    Path file = fixture("libmany.so");
    CliRun all = CliRun.of("kernels", file, "--json");
    CliRun few =
        CliRun.of(
            "kernels", file, "--json", "--filter", "vgprs>20 arch:gfx1100", "--sort", "vgprs");
    List<Object> vgprs = column(few, "vgprs");
    assertThat(vgprs)
        .isNotEmpty()
        .isSortedAccordingTo(
            Comparator.comparing(value -> (Integer) value, Comparator.reverseOrder()))
        .allSatisfy(value -> assertThat((Integer) value).isGreaterThan(20));
    assertThat(vgprs.size()).isLessThan(all.rows("kernels").size());
    CliRun grouped = CliRun.of("kernels", file, "--json", "--group-by", "kernel");
    assertThat(column(grouped, "name")).isSortedAccordingTo(Comparator.comparing(Object::toString));
    CliRun none = CliRun.of("kernels", file, "--filter", "vgprs>5000");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("No kernel of ").contains(" matches the filter");
    assertThat(CliRun.of("kernels", file, "--filter", "vgprz>1").status()).isEqualTo(2);
  }

  @Test
  void csvHasOneHeadAndQuotesWhatNeedsIt() {
    CliRun run = CliRun.of("kernels", fixture("libmany.so"), fixture("libone.so"), "--csv");
    List<String> lines = run.out().lines().toList();
    assertThat(lines.getFirst()).startsWith("file,name,demangledName,symbol,target");
    assertThat(lines).filteredOn(line -> line.startsWith("file,")).hasSize(1);
    assertThat(lines)
        .anySatisfy(line -> assertThat(line).contains(",\"void kpackfix::reduce<float, 256, "))
        .anySatisfy(line -> assertThat(line).contains("libone.so"));
    assertThat(CliRun.of("kernels", fixture("libone.so"), "--csv", "--json").status()).isEqualTo(2);
  }

  @Test
  void ofADamagedFileTheRestIsShown() throws IOException {
    byte[] library = Files.readAllBytes(fixture("libmany.so"));
    CliRun whole = CliRun.of("kernels", fixture("libmany.so"), "--json");
    int at =
        new String(library, java.nio.charset.StandardCharsets.ISO_8859_1).lastIndexOf("\177ELF");
    library[at] = 0;
    Path broken = Files.write(folder.resolve("libbroken.so"), library);
    CliRun run = CliRun.of("kernels", broken, "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.rows("kernels")).isNotEmpty().hasSizeLessThan(whole.rows("kernels").size());
    assertThat(run.rows("problems")).isNotEmpty();
  }

  @Test
  void whatIsWrongWithAFileAndItsCodeObjectsIsSaidOnce() throws IOException {
    byte[] whole = Files.readAllBytes(fixture("bundle.co"));
    Path cut = Files.write(folder.resolve("cut.co"), Arrays.copyOf(whole, 3000));
    for (String command : List.of("kernels", "list")) {
      CliRun run = CliRun.of(command, cut);
      assertThat(run.err().lines()).hasSize(3).doesNotHaveDuplicates();
      assertThat(CliRun.of(command, cut, "--json").rows("problems")).hasSize(3);
    }
  }
}
