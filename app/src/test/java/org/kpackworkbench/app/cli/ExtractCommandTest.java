package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractCommandTest {
  private static final Path DRIFT = CliRun.fixture("libdrift.so");

  @TempDir private Path folder;

  /** The SHA-256 that LLVM's unbundler finds, by wrapper and target. */
  private static Map<String, String> golden(String fixture) throws IOException {
    Map<String, String> hashes = new HashMap<>();
    String wrapper = "";
    for (String line : Files.readAllLines(CliRun.fixture("golden/" + fixture + ".wrappers.txt"))) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("wrapper")) {
        wrapper = words[1];
      } else if (words[0].equals("entry") && !line.contains("id=host-")) {
        String target = words[1].substring(words[1].indexOf("--") + 2);
        hashes.put(wrapper + " " + target, words[4].substring("sha256=".length()));
      }
    }
    return hashes;
  }

  @Test
  void filesOfAnotherInputThatAreLeftAreSaid() {
    Path out = folder.resolve("both");
    assertThat(CliRun.of("extract", DRIFT, "--all", "-o", out, "--force").err())
        .doesNotContain("not from this run");
    CliRun run = CliRun.of("extract", CliRun.fixture("libmany.so"), "--all", "-o", out, "--force");
    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("note: 11 files in " + out, "libdrift.so-0-gfx1100.hsaco", "not from this run");
  }

  @Test
  void allGoIntoAFolderAndEqualWhatTheUnbundlerTakesOut() throws IOException {
    CliRun run = CliRun.of("extract", DRIFT, "--all", "-o", folder, "--json");
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    Map<String, String> written = new HashMap<>();
    for (Map<String, Object> row : run.rows("written")) {
      written.put(row.get("index") + " " + row.get("target"), (String) row.get("sha256"));
      assertThat(Path.of((String) row.get("path")))
          .exists()
          .hasSize((int) row.get("size"))
          .hasFileName("libdrift.so-%s-%s.hsaco".formatted(row.get("index"), row.get("target")));
    }
    assertThat(written).isEqualTo(golden("libdrift.so")).hasSize(11);
    assertThat(run.json()).containsEntry("dryRun", false).containsEntry("notTried", 0);
  }

  @Test
  void aKernelSelectsTheCodeObjectsThatHoldIt() {
    Path library = CliRun.fixture("libmany.so");
    Map<String, Object> kernel =
        CliRun.of("kernels", library, "--json").rows("kernels").stream()
            .filter(row -> String.valueOf(row.get("demangledName")).startsWith("kpackfix::tile"))
            .findFirst()
            .orElseThrow();
    for (String name :
        List.of(
            "kpackfix::tile",
            String.valueOf(kernel.get("demangledName")),
            String.valueOf(kernel.get("name")),
            kernel.get("name") + ".kd")) {
      CliRun run =
          CliRun.of(
              "extract", DRIFT, library, "--kernel", name, "-o", folder, "--json", "--dry-run");
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).contains("libmany.so-0-gfx942.hsaco").doesNotContain("libdrift.so-");
    }
    Path one = folder.resolve("one.hsaco");
    CliRun target =
        CliRun.of(
            "extract", library, "--kernel", "kpackfix::tile", "--target", "gfx942", "-o", one);
    assertThat(target.status()).as(target.err()).isZero();
    assertThat(one).isRegularFile();
  }

  @Test
  void findsAKernelByTheEndOfItsNameAndSuggestsOthers() {
    Path library = CliRun.fixture("libmany.so");
    Path one = folder.resolve("one.hsaco");
    CliRun run = CliRun.of("extract", library, "--kernel", "tile", "--target", "gfx942", "-o", one);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(one).isRegularFile();
    CliRun near = CliRun.of("extract", library, "--kernel", "tils", "-o", folder.resolve("none"));
    assertThat(near.status()).isEqualTo(1);
    assertThat(near.err()).contains("a kernel called \"tils\"; did you mean kpackfix::tile");
    CliRun code = CliRun.of("disassemble", library, "--kernel", "tile", "--target", "gfx942");
    assertThat(code.status()).as(code.err()).isZero();
    assertThat(code.out()).contains("kpackfix::tile");
  }

  @Test
  void aKernelThatNoneHoldsIsSaid() {
    CliRun run = CliRun.of("extract", DRIFT, "--kernel", "nothing", "-o", folder);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "no code object of 11 holds a kernel called \"nothing\"; the command kernels"
                + " lists");
    assertThat(folder).isEmptyDirectory();
    assertThat(CliRun.of("extract", DRIFT, "--kernel", "x", "--all", "-o", folder).status())
        .isEqualTo(2);
  }

  @Test
  void oneThatCannotBeAskedForItsKernelsIsAProblem() throws IOException {
    Path library = CliRun.fixture("libmany.so");
    byte[] bytes = Files.readAllBytes(library);
    bytes[new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("\177ELF")] = 0;
    Path broken = Files.write(folder.resolve("libbroken.so"), bytes);
    Path out = folder.resolve("out");
    CliRun run = CliRun.of("extract", broken, "--kernel", "kpackfix::tile", "-o", out, "--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).hasLineCount(1).contains("libbroken.so");
    assertThat(run.rows("written")).hasSize(4);
    assertThat(out).isDirectoryContaining("glob:**/libbroken.so-0-gfx1030.hsaco");
    CliRun none = CliRun.of("extract", broken, "--kernel", "nothing", "-o", out);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("libbroken.so");
  }

  @Test
  void oneGoesIntoTheFileThatIsNamed() throws IOException {
    Path file = folder.resolve("new/one.hsaco");
    CliRun run =
        CliRun.of(
            "extract",
            DRIFT,
            "--binary",
            "libdrift.so",
            "--index",
            2,
            "--target",
            "gfx942",
            "-o",
            file,
            "--json");
    assertThat(run.status()).isZero();
    assertThat(run.rows("written").getFirst())
        .containsEntry("path", file.toString())
        .containsEntry("sha256", golden("libdrift.so").get("2 gfx942"));
    assertThat(file).isRegularFile();
    CliRun keyed =
        CliRun.of(
            "extract",
            DRIFT,
            "--binary",
            "libdrift.so#2",
            "--target",
            "gfx942",
            "-o",
            file,
            "--force",
            "--json");
    assertThat(keyed.out()).isEqualTo(run.out());
  }

  @Test
  void oneGoesIntoAFolderThatIsThere() {
    CliRun run = CliRun.of("extract", DRIFT, "--index", "3", "--target", "gfx1030", "-o", folder);
    assertThat(run.status()).isZero();
    assertThat(folder).isDirectoryContaining("glob:**/libdrift.so-3-gfx1030.hsaco");
  }

  @Test
  void severalOfOneTargetNeedAFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    CliRun run = CliRun.of("extract", DRIFT, "--target", "gfx942", "-o", file);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("expected a folder for 3 code objects, found a file");
    CliRun named =
        CliRun.of(
            "extract", DRIFT, "--target", "gfx942", "-o", folder, "--name", "{target}/{index}");
    assertThat(named.status()).isZero();
    for (int index : new int[] {0, 2, 4}) {
      assertThat(folder.resolve("gfx942/" + index)).isRegularFile();
    }
  }

  @Test
  void nothingIsReplacedWithoutForce() throws IOException {
    CliRun.of("extract", DRIFT, "--all", "-o", folder);
    Path mine = folder.resolve("libdrift.so-0-gfx942.hsaco");
    Files.writeString(mine, "mine");
    CliRun refused = CliRun.of("extract", DRIFT, "--all", "-o", folder);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.out()).doesNotContain("Up to date", mine.toString());
    assertThat(refused.err())
        .hasLineCount(1)
        .contains(mine + ": already exists, with other content; --force");
    assertThat(mine).hasContent("mine");
    assertThat(CliRun.of("extract", DRIFT, "--all", "-o", folder, "--force").status()).isZero();
    assertThat(mine).hasSize(4096);
  }

  @Test
  void aLinkThatWasNamedIsReplacedAndWhatItLeadsToStays() throws IOException {
    Path real = Files.writeString(folder.resolve("real.hsaco"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.hsaco"), real);
    Object[] args = {"extract", DRIFT, "--index", "3", "--target", "gfx1030", "-o", link};
    assertThat(CliRun.of(args).status()).isEqualTo(2);
    assertThat(real).hasContent("old");

    Object[] forced = Arrays.copyOf(args, args.length + 1);
    forced[args.length] = "--force";
    assertThat(CliRun.of(forced).status()).isZero();
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(Files.size(link)).isGreaterThan(1000);
    assertThat(real).hasContent("old");
  }

  @Test
  void aDryRunWritesNothing() throws IOException {
    Path out = folder.resolve("out");
    CliRun run = CliRun.of("extract", DRIFT, "--all", "-o", out, "--dry-run", "--json");
    assertThat(run.status()).isZero();
    assertThat(run.json()).containsEntry("dryRun", true);
    assertThat(run.rows("written"))
        .hasSize(11)
        .allSatisfy(row -> assertThat(row).containsEntry("exists", false));
    assertThat(out).doesNotExist();
    CliRun text = CliRun.of("extract", DRIFT, "--all", "-o", out, "--dry-run");
    assertThat(text.out()).contains("libdrift.so-0-gfx942.hsaco");
    assertThat(text.err()).contains("Nothing was written");
  }

  @Test
  void whatIsNotThereIsNamedBesideWhatIs() {
    CliRun target = CliRun.of("extract", DRIFT, "--target", "gfx1036", "-o", folder);
    assertThat(target.status()).isEqualTo(1);
    assertThat(target.err())
        .contains("no code object for target gfx1036; there are some for gfx1100, gfx90a, gfx942");
    CliRun binary = CliRun.of("extract", DRIFT, "--binary", "x", "--target", "gfx942", "-o", "y");
    assertThat(binary.status()).isEqualTo(1);
    assertThat(binary.err()).contains("no code object of binary \"x\"", "libdrift.so");
    CliRun index = CliRun.of("extract", DRIFT, "--index", 7, "--target", "gfx942", "-o", "y");
    assertThat(index.status()).isEqualTo(1);
    assertThat(index.err()).contains("no code object with index 7; there are 0, 1, 2, 3, 4");
    CliRun drift = CliRun.of("extract", DRIFT, "--index", 1, "--target", "gfx942", "-o", "y");
    assertThat(drift.err()).contains("for target gfx942; there are some for gfx1100, gfx90a\n");
  }

  @Test
  void anyBinaryThatHoldsNoneSaysSo() {
    CliRun run = CliRun.of("extract", CliRun.fixture("libplain.so"), "--all", "-o", folder);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("no code object at all");
    CliRun list = CliRun.of("list", CliRun.fixture("libhostonly.so"));
    assertThat(list.status()).isEqualTo(1);
    assertThat(list.out()).isEmpty();
    assertThat(list.err())
        .contains("libhostonly.so: its device code is in archives, and none is where its marker");
  }

  @Test
  void whatIsNamedLikeACodeObjectIsAFileAndNeverAFolder() {
    Path file = folder.resolve("x.hsaco");
    CliRun several = CliRun.of("extract", DRIFT, "--target", "gfx942", "-o", file);
    assertThat(several.status()).isEqualTo(2);
    assertThat(several.err()).contains("3 code objects match, and " + file);
    assertThat(file).doesNotExist();
    // Of one code object even all are one.
    Path code = CliRun.fixture("kinds-gfx942.hsaco");
    CliRun one = CliRun.of("extract", code, "--all", "-o", file);
    assertThat(one.status()).as(one.err()).isZero();
    assertThat(file).hasSameBinaryContentAs(code);
    // A folder is one whatever its name.
    CliRun there = CliRun.of("extract", DRIFT, "--target", "gfx942", "-o", folder + "/y.co/");
    assertThat(there.status()).isZero();
    assertThat(folder.resolve("y.co")).isDirectory();
  }

  @Test
  void targetsAndFiltersRepeat() {
    CliRun run =
        CliRun.of(
            "extract",
            DRIFT,
            "--target",
            "gfx942",
            "--target",
            "gfx1030",
            "--filter",
            "index>0",
            "--filter",
            "index<4",
            "-o",
            folder,
            "--json");
    assertThat(run.rows("written"))
        .extracting(row -> row.get("index") + " " + row.get("target"))
        .containsExactly("2 gfx942", "3 gfx1030");
    CliRun product = CliRun.of("extract", DRIFT, "--target", "MI300X", "-o", folder, "--json");
    assertThat(product.rows("written")).extracting(row -> row.get("target")).containsOnly("gfx942");
    CliRun none = CliRun.of("extract", DRIFT, "--filter", "index:9", "-o", folder);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("no code object of 11 that meets the filter");
  }

  @Test
  void targetsAreSelectedByARegularExpression() throws IOException {
    Path out = folder.resolve("by-expression");
    CliRun run =
        CliRun.of(
            "extract",
            CliRun.fixture("libmany.so"),
            "--target-regex",
            "^gfx9.*xnack[-+]$",
            "-o",
            out + "/");
    assertThat(run.status()).as(run.err()).isZero();
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files).hasSize(2).allMatch(file -> file.toString().contains("gfx90a"));
    }
    CliRun none =
        CliRun.of(
            "extract", CliRun.fixture("libmany.so"), "--target-regex", "gfx12", "-o", out + "/");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("whose target matches gfx12; there are some for");
    CliRun wrong =
        CliRun.of("extract", CliRun.fixture("libmany.so"), "--target-regex", "(", "-o", out + "/");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("expected a regular expression, found \"(\"");
  }
}
