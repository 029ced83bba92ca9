package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PruneCommandTest {
  @TempDir private Path folder;

  private void gpu(Path root, int node, String properties) throws IOException {
    Path there = root.resolve("sys/class/kfd/kfd/topology/nodes/" + node);
    Files.writeString(Files.createDirectories(there).resolve("properties"), properties);
  }

  @Test
  void thatNoPackageIsWrittenIsSaid() {
    CliRun run =
        CliRun.of(
            "prune", CliRun.fixture("tiny.rpm"), "--keep", "gfx1030", "-o", folder.resolve("tiny"));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("tiny.rpm: no package is written, but a folder with its contents: ");
  }

  @Test
  void thisMachineIsTheGpusOfItsDriverWithAllSettings() throws IOException {
    Path root = Files.createDirectories(folder.toRealPath().resolve("image"));
    Path library = CliRun.fixture("libmany.so");
    Path small = folder.resolve("small.so");
    CliRun none = CliRun.of("prune", library, "--this-machine", "--sysroot", root, "-o", small);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("--keep native: there is no GPU below " + root);
    assertThat(small).doesNotExist();

    gpu(root, 0, "gfx_target_version 0\n");
    gpu(root, 1, "gfx_target_version 90010\ncapability 0\n");
    gpu(root, 2, "gfx_target_version 110000\ncapability 0\n");
    CliRun pruned = CliRun.of("prune", library, "--this-machine", "--sysroot", root, "-o", small);
    assertThat(pruned.err()).isEmpty();
    assertThat(pruned.status()).isEqualTo(0);
    Path twice = folder.resolve("twice.so");
    CliRun more =
        CliRun.of("prune", library, "--keep", "native,gfx1100", "--sysroot", root, "-o", twice);
    assertThat(more.status()).isEqualTo(0);
    assertThat(twice).hasSameBinaryContentAs(small);
    Path named = folder.resolve("named.so");
    assertThat(CliRun.of("prune", library, "--keep", "gfx90a,gfx1100", "-o", named).status())
        .isEqualTo(0);
    assertThat(small).hasSameBinaryContentAs(named);
    assertThat(CliRun.of("list", small).out())
        .contains("gfx90a:xnack+", "gfx90a:xnack-", "gfx1100")
        .doesNotContain("gfx942");
  }

  /** The row whose ordinal is wrong stays, and it cannot be written again. */
  @Test
  void dryRunRefusesWhatPruneRefuses() throws IOException {
    Path tree = folder.resolve("tree");
    CliRun packed =
        CliRun.of(
            "pack",
            CliRun.fixture("libmany.so"),
            "-o",
            tree,
            "--group-name",
            "g",
            "--gfx-arch-family",
            "all");
    assertThat(packed.status()).as(packed.err()).isZero();
    Path archive = tree.resolve(".kpack/g-all.kpack");
    byte[] bytes = Files.readAllBytes(archive);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.lastIndexOf("ordinal") + "ordinal".length()] = 0x7e;
    Files.write(archive, bytes);
    for (Path input : List.of(archive, tree)) {
      CliRun real = CliRun.of("prune", input, "--keep", "gfx942", "-o", folder.resolve("out"));
      CliRun dry = CliRun.of("prune", input, "--keep", "gfx942", "--dry-run");
      assertThat(dry.status()).isEqualTo(real.status()).isNotZero();
      assertThat(real.err() + real.out()).contains("found 126");
      assertThat(dry.err() + dry.out()).contains("found 126").doesNotContain("would change: 1");
      CliRun others = CliRun.of("prune", input, "--keep", "gfx1100", "--dry-run");
      assertThat(others.status()).as(others.err()).isZero();
    }
  }

  @Test
  void whatIsCountedAndWhatIsEstimatedIsNamed() {
    Path library = CliRun.fixture("libmany.so");
    CliRun planned = CliRun.of("prune", library, "--keep", "gfx942", "--dry-run");
    assertThat(planned.out())
        .contains(
            "after (estimate)", "target         code objects before  after  size before  after");
    assertThat(
            CliRun.of("prune", library, "--keep", "gfx942", "--dry-run", "--json")
                .out()
                .replaceAll("\\s", ""))
        .contains("\"dryRun\":true,\"estimated\":true", "\"target\":\"gfx1030\",\"codeObjects\":1");
    Path small = folder.resolve("small.so");
    CliRun pruned = CliRun.of("prune", library, "--keep", "gfx942", "-o", small);
    assertThat(pruned.out()).doesNotContain("estimate").contains("code objects");
  }

  @Test
  void codeBeforeAndAfterwardsIsNamedByTarget() {
    CliRun run =
        CliRun.of(
            "prune", CliRun.fixture("libmixed.so"), "--keep", "gfx942", "--dry-run", "--json");
    List<Map<String, Object>> targets = run.rows("targets");
    assertThat(targets)
        .extracting(row -> row.get("target"))
        .containsExactly("gfx90a", "gfx942", "gfx1100");
    for (Map<String, Object> row : targets) {
      boolean kept = "gfx942".equals(row.get("target"));
      assertThat((Integer) row.get("inputCodeObjects")).isPositive();
      assertThat((Integer) row.get("inputSize")).isPositive();
      assertThat(row)
          .containsEntry("outputCodeObjects", kept ? row.get("inputCodeObjects") : 0)
          .containsEntry("outputSize", kept ? row.get("inputSize") : 0);
    }
    // What goes is the difference.
    assertThat(run.rows("byTarget"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx90a", "gfx1100");
  }

  @Test
  void anEmptyFolderIsSaidToBeOneAndNothingIsMade() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    for (boolean inside : List.of(false, true)) {
      if (inside) {
        Files.createDirectories(empty.resolve("lib/rocm"));
      }
      for (String option : List.of("--keep", "--drop")) {
        Path made = folder.resolve("made");
        CliRun run = CliRun.of("prune", empty, option, "gfx942", "-o", made);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out() + run.err())
            .contains("there is no file in this folder")
            .doesNotContain("there is no code for");
        assertThat(made).doesNotExist();
        CliRun inPlace = CliRun.of("prune", empty, option, "gfx942", "--in-place");
        assertThat(inPlace.status()).isEqualTo(1);
        CliRun planned = CliRun.of("prune", empty, option, "gfx942", "--dry-run", "--json");
        assertThat(planned.status()).isEqualTo(1);
        assertThat(planned.out()).contains("nothing-to-prune");
      }
    }
    assertThat(empty.resolve("lib/rocm")).isDirectory();
  }

  /** Files that an interrupted run prepared are no part of the tree. */
  @Test
  void theJournalIsNoPartOfATree() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    List<Object> list = List.of("list", "--recursive", tree);
    CliRun before = CliRun.of(list.toArray());
    CliRun verified = CliRun.of("verify", tree);
    Path journal = Files.createDirectories(tree.resolve(".kpack-workbench-prune"));
    Files.copy(CliRun.fixture("libdrift.so"), journal.resolve("0"));
    Files.writeString(journal.resolve("broken.so"), "\177ELF");
    assertThat(before.out()).contains("gfx942");
    assertThat(CliRun.of(list.toArray()).out()).isEqualTo(before.out());
    CliRun again = CliRun.of("verify", tree);
    assertThat(again.out()).isEqualTo(verified.out());
    assertThat(again.status()).isEqualTo(verified.status());
  }

  @Test
  void theGpusAreNamedInOneWay() {
    Path library = CliRun.fixture("libmany.so");
    for (List<Object> wrong :
        List.<List<Object>>of(
            List.of("prune", library, "--dry-run"),
            List.of("prune", library, "--dry-run", "--keep", "gfx942", "--drop", "gfx90a"),
            List.of("prune", library, "--dry-run", "--keep", "gfx942", "--this-machine"),
            List.of("prune", library, "--dry-run", "--drop", "gfx942", "--this-machine"))) {
      CliRun run = CliRun.of(wrong.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("expected one of --keep, --drop, --this-machine");
    }
    CliRun alone = CliRun.of("prune", library, "--dry-run", "--keep", "gfx942", "--sysroot", "/");
    assertThat(alone.err()).contains("--sysroot needs --this-machine");
  }

  /**
   * Of the code objects, a comparison finds those removed that were dropped, and no other change.
   */
  @ParameterizedTest
  @ValueSource(strings = {"libmany.so", "libdrift.so", "libcompressed.so", "libmixed.so"})
  void droppingAndThenComparingShowsWhatWent(String name) {
    Path library = CliRun.fixture(name);
    Path small = folder.resolve("small.so");
    assertThat(CliRun.of("prune", library, "--drop", "gfx942", "-o", small).status()).isEqualTo(0);
    List<String> expected =
        CliRun.of("list", library, "--json-lines")
            .out()
            .lines()
            .filter(line -> field(line, "target").equals("gfx942"))
            .map(line -> field(line, "index"))
            .map(index -> "wrapper %s @ gfx942 removed".formatted(index))
            .toList();
    assertThat(expected).isNotEmpty();
    List<String> found =
        CliRun.of("diff", library, small, "--json")
            .out()
            .lines()
            .filter(line -> line.contains("\"group\": \"code object\""))
            .map(line -> field(line, "place") + " " + field(line, "change"))
            .toList();
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String field(String line, String name) {
    Matcher matcher = Pattern.compile("\"%s\": ?\"?([^\",}]*)".formatted(name)).matcher(line);
    assertThat(matcher.find()).as("%s in %s", name, line).isTrue();
    return matcher.group(1);
  }

  /** The library had code for both settings of xnack, and for no setting none. */
  @Test
  void aDeviceNamedWithoutItsFeaturesIsToldOfCodeThatWasDropped() {
    Path small = folder.resolve("small.so");
    Path library = CliRun.fixture("libmany.so");
    CliRun pruned = CliRun.of("prune", library, "--keep", "gfx1100", "-o", small);
    assertThat(pruned.status()).as(pruned.err()).isZero();
    CliRun run = CliRun.of("resolve", small, "--target", "gfx90a,gfx906");
    assertThat(run.out())
        .contains("Code for gfx90a:xnack- was dropped by prune")
        .contains("Build it for gfx906, too");
  }
}
