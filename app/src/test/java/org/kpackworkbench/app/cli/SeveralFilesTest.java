package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.ObjectMapper;

/** Commands that read take several files, folders and what a host-only library's marker names. */
class SeveralFilesTest {
  @TempDir private Path folder;
  private Path tree;
  private Path archive;
  private Path hostOnly;
  private Path fat;
  private Path broken;

  /** The sample workspace, with a damaged archive and a text in it. */
  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("tree"));
    Path sample = Checkout.root().resolve("app/sample");
    try (Stream<Path> all = Files.walk(sample)) {
      for (Path from : all.sorted().toList()) {
        Path to = tree.resolve(sample.relativize(from).toString());
        if (!from.equals(sample)) {
          Files.copy(from, to);
        }
      }
    }
    archive = tree.resolve(".kpack/kpackfix_gfx90a.kpack");
    hostOnly = tree.resolve("lib/libhostonly.so");
    fat = tree.resolve("lib/libmany.so");
    broken = Files.writeString(tree.resolve("broken.kpack"), "KPAK and nothing else");
    Files.createDirectory(folder.resolve("out"));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> lines(CliRun run) {
    return run.out()
        .lines()
        .map(line -> (Map<String, Object>) new ObjectMapper().readValue(line, Map.class))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list", "extract"})
  void aBadFileAmongSeveralIsNamedAndDoesNotFailTheRest(String command) {
    Object[] some = {command, archive, folder.resolve("gone"), broken, fat};
    List<Object> args = new ArrayList<>(List.of(some));
    if (command.equals("extract")) {
      args.addAll(List.of("--all", "-o", folder.resolve("out")));
    }
    CliRun text = CliRun.of(args.toArray());
    assertThat(text.status()).isEqualTo(2);
    assertThat(text.out()).contains(archive.toString(), fat.toString());
    assertThat(text.err())
        .contains(folder.resolve("gone") + ": the file does not exist", "broken.kpack");

    args.add("--json");
    CliRun json = CliRun.of(args.toArray());
    assertThat(json.status()).isEqualTo(2);
    assertThat(json.rows("files"))
        .extracting(file -> Path.of((String) file.get("file")).getFileName().toString())
        .containsExactly("kpackfix_gfx90a.kpack", "gone", "broken.kpack", "libmany.so");
    assertThat(json.rows("files").get(1).get("problems").toString())
        .contains("the file does not exist");
    assertThat(json.rows("files").get(2).get("problems").toString()).contains("broken.kpack");

    args.set(args.size() - 1, "--json-lines");
    CliRun lines = CliRun.of(args.toArray());
    assertThat(lines.status()).isEqualTo(2);
    assertThat(lines(lines))
        .allSatisfy(line -> assertThat(line).containsKey("file"))
        .extracting(line -> Path.of((String) line.get("file")).getFileName().toString())
        .contains("kpackfix_gfx90a.kpack", "gone", "broken.kpack", "libmany.so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "kernels", "search", "extract"})
  void textOfFilesIsNamedAndSeparatedByABlankLine(String command) {
    List<Object> args = new ArrayList<>(List.of(command, archive, fat));
    if (command.equals("search")) {
      args.add("amdgcn");
    }
    if (command.equals("extract")) {
      args.addAll(List.of("--all", "-o", folder.resolve("out")));
    }
    CliRun run = CliRun.of(args.toArray());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith(archive + ":" + System.lineSeparator())
        .containsOnlyOnce(System.lineSeparator().repeat(2) + fat + ":" + System.lineSeparator());
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "list"})
  void aFolderIsReadWhenAsked(String command) {
    CliRun refused = CliRun.of(command, tree);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("expected a file, found a folder; --recursive");
    CliRun run = CliRun.of(command, "--recursive", tree.resolve("lib"), "--json-lines");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(lines(run))
        .extracting(line -> line.get("file"))
        .contains(hostOnly.toString(), fat.toString())
        .doesNotContain(tree.resolve("README.txt").toString());
    CliRun nothing = CliRun.of(command, "--recursive", folder.resolve("out"));
    assertThat(nothing.status()).isEqualTo(1);
    assertThat(nothing.err()).contains("no file of a known kind");
  }

  @Test
  void linesComeAsSoonAsTheirFileIsReadAndEachIsWhole() {
    CliRun run = CliRun.of("list", archive, fat, "--json-lines");
    assertThat(run.status()).isZero();
    assertThat(lines(run)).hasSize(15);
    assertThat(lines(run).getFirst())
        .containsEntry("file", archive.toString())
        .containsEntry("format", "kpack")
        .containsEntry("binary", "lib/libmany.so")
        .containsKeys("offset", "storedSize", "metadata");
    assertThat(run.out()).endsWith("}\n");
    CliRun info = CliRun.of("info", fat, "--json-lines");
    assertThat(lines(info))
        .singleElement()
        .satisfies(
            line -> assertThat(line).containsEntry("deviceCode", "fat").containsKey("wrappers"));
  }

  @Test
  void aListSaysWhereBytesLie() throws IOException {
    CliRun run = CliRun.of("list", archive, "--json");
    byte[] bytes = Files.readAllBytes(archive);
    assertThat(run.rows("entries"))
        .hasSize(10)
        .allSatisfy(
            row -> {
              int at = (int) row.get("offset");
              // The magic number of a zstd frame.
              assertThat(bytes[at]).isEqualTo((byte) 0x28);
              assertThat(bytes[at + 1]).isEqualTo((byte) 0xb5);
            });
    byte[] library = Files.readAllBytes(fat);
    assertThat(CliRun.of("list", fat, "--json").rows("entries"))
        .allSatisfy(row -> assertThat(library[(int) row.get("offset") + 1]).isEqualTo((byte) 'E'));
    // What shares one compressed payload has no bytes of its own.
    assertThat(
            CliRun.of("list", tree.resolve("lib/libmixed.so"), "--json").rows("entries").getFirst())
        .containsEntry("offset", null);
  }

  @Test
  void filtersAndTargetsRepeat() {
    CliRun run =
        CliRun.of(
            "list",
            archive,
            fat,
            "--filter",
            "name:libmany",
            "--filter",
            "size>18500",
            "--target",
            "gfx90a:xnack+",
            "--target",
            "gfx1100",
            "--json-lines");
    assertThat(run.status()).isZero();
    assertThat(lines(run))
        .extracting(line -> line.get("target"))
        .containsExactly("gfx90a:xnack+", "gfx1100", "gfx90a:xnack+");
    // Nothing in one of the files is no finding; nothing in any is.
    assertThat(CliRun.of("list", archive, fat, "--target", "gfx1030").status()).isZero();
    CliRun none = CliRun.of("list", archive, fat, "--target", "gfx906");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("Nothing in these files matches the selection");
  }

  @Test
  void thatNothingFitsIsSaidInTheTermsOfTheCommand() {
    assertThat(nothing("kernels", "--filter", "vgprs>900"))
        .isEqualTo("No kernel in these files matches the targets and the filter.\n");
    assertThat(nothing("search", "no such text"))
        .isEqualTo("Nothing was found in the code objects of these files.\n");
    assertThat(nothing("disassemble", "--kernel", "nowhere"))
        .isEqualTo(
            "No kernel in these files is called \"nowhere\"; the command kernels lists"
                + " them.\n");
    assertThat(nothing("extract", "--kernel", "nowhere", "--exec", "echo", "{}"))
        .isEqualTo(
            "No selected code object in these files holds a kernel called \"nowhere\"; the"
                + " command kernels lists them.\n");
  }

  /** Of one file, and whatever form it is printed in. */
  @Test
  void whyOneFileHasNothingIsSaidOnce() {
    for (String form : List.of("--quiet=false", "--json", "--json-lines", "--csv")) {
      for (String command :
          List.of("kernels --filter vgprs>0", "search kpackfix", "disassemble --kernel none")) {
        assertThat(why("libplain.so", command, form))
            .as("%s %s", command, form)
            .isEqualTo(CliRun.fixture("libplain.so") + ": no code objects: no device code\n");
      }
      assertThat(why("libmany.so", "kernels --target gfx906", form))
          .startsWith("No code object of 5 is for a selected target; there are some for gfx1030, ");
      assertThat(why("libmany.so", "search kpackfix --target gfx906", form))
          .startsWith("No code object of 5 is for a selected target; there are some for gfx1030, ");
      assertThat(why("libmany.so", "search nowhere --target gfx942", form))
          .isEqualTo("Nothing was found in 1 code object.\n");
      assertThat(why("libmany.so", "kernels --target gfx942 --filter vgprs>900", form))
          .isEqualTo("No kernel of 9 matches the filter.\n");
      assertThat(why("libmany.so", "disassemble --kernel none", form))
          .isEqualTo("No kernel is called \"none\"; the command kernels lists them.\n");
    }
  }

  private static String why(String fixture, String command, String form) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.add(1, CliRun.fixture(fixture));
    words.add(form);
    CliRun run = CliRun.of(words.toArray());
    assertThat(run.status()).as("%s %s", command, form).isEqualTo(1);
    return run.err();
  }

  private static String nothing(String command, String... rest) {
    List<Object> words = new ArrayList<>();
    words.addAll(
        List.of(command, CliRun.fixture("libmany.so"), CliRun.fixture("kinds-gfx942.hsaco")));
    words.addAll(List.of(rest));
    CliRun run = CliRun.of(words.toArray());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    return run.err();
  }

  @Test
  void aHostOnlyLibrarysCodeIsListedAndTakenOutOfItsArchives() throws IOException {
    CliRun list = CliRun.of("list", hostOnly, "--json");
    assertThat(list.status()).isZero();
    assertThat(list.rows("entries"))
        .hasSize(8)
        .allSatisfy(
            row -> {
              assertThat(row).containsEntry("binary", "lib/libhostonly.so");
              assertThat((String) row.get("archive"))
                  .endsWith("kpackfix_%s.kpack".formatted(row.get("target")));
            });
    assertThat(CliRun.of("list", hostOnly).out()).contains("archive", "kpackfix_gfx1100.kpack");
    Path file = folder.resolve("one.hsaco");
    CliRun one = CliRun.of("extract", hostOnly, "--index", 1, "--target", "gfx90a", "-o", file);
    assertThat(one.status()).as(one.err()).isZero();
    Path same = folder.resolve("same.hsaco");
    CliRun ofArchive =
        CliRun.of(
            "extract",
            archive,
            "--binary",
            "lib/libhostonly.so#1",
            "--target",
            "gfx90a",
            "-o",
            same);
    assertThat(ofArchive.status()).as(ofArchive.err()).isZero();
    assertThat(file).hasSameBinaryContentAs(same).hasSize(4096);
    // In a folder that is read as a whole, the archives have their own turn.
    CliRun whole = CliRun.of("list", "--recursive", tree, "--json-lines", "--quiet");
    assertThat(lines(whole))
        .extracting(line -> line.get("file"))
        .contains(archive.toString())
        .doesNotContain(hostOnly.toString());
  }

  @Test
  void whoseArchivesAreGoneIsAFinding() throws IOException {
    Path alone = Files.copy(hostOnly, folder.resolve("alone.so"));
    CliRun list = CliRun.of("list", alone, fat);
    assertThat(list.status()).isEqualTo(1);
    assertThat(list.err()).contains(alone + ": its device code is in archives, and none is");
    CliRun extract = CliRun.of("extract", alone, "--all", "-o", folder.resolve("out"));
    assertThat(extract.status()).isEqualTo(1);
    assertThat(extract.err()).contains("../.kpack/kpackfix_@GFXARCH@.kpack");
    Files.delete(tree.resolve(".kpack/kpackfix_gfx942.kpack"));
    Files.writeString(tree.resolve(".kpack/kpackfix_gfx942.kpack"), "KPAK");
    CliRun damaged = CliRun.of("list", hostOnly);
    assertThat(damaged.status()).isEqualTo(2);
    assertThat(damaged.out()).contains("gfx1100");
    assertThat(damaged.err()).contains("kpackfix_gfx942.kpack");
  }

  @Test
  void filesOfDifferentSourcesNeverTakeOneName() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other")).resolve("libmany.so");
    Files.copy(fat, other);
    Path out = folder.resolve("out");
    Object[] args = {"extract", fat, other, "--target", "gfx942", "-o", out, "--json-lines"};
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(lines(run))
        .extracting(line -> Path.of((String) line.get("path")).getFileName().toString())
        .containsExactly("libmany.so-0-gfx942.hsaco", "libmany.so-0-gfx942~2.hsaco");
    CliRun again = CliRun.of(args);
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(lines(again)).allSatisfy(line -> assertThat(line).containsEntry("upToDate", true));
  }

  @Test
  void oneMatchInAllFilesIsAFileAndSeveralAreNone() {
    Path file = folder.resolve("x.hsaco");
    CliRun one =
        CliRun.of("extract", archive, fat, "--target", "gfx1030", "-o", file, "--json-lines");
    assertThat(one.status()).as(one.err()).isZero();
    assertThat(file).isRegularFile();
    CliRun two = CliRun.of("extract", archive, fat, "--target", "gfx90a:xnack+", "-o", "-");
    assertThat(two.status()).isEqualTo(2);
    assertThat(two.out()).isEmpty();
    assertThat(two.err()).contains("10 code objects match, and standard output can take one");
  }

  @Test
  void aListFitsALineUnlessItIsWide() {
    CliRun convert =
        CliRun.of(
            "convert",
            fat,
            "-o",
            folder.resolve("libmany.so"),
            "--kernel-name",
            "many",
            "--search-path",
            "many_@GFXARCH@.kpack",
            "--archives",
            folder.resolve("made"));
    assertThat(convert.status()).as(convert.err()).isZero();
    CliRun made = CliRun.of("list", "--recursive", folder.resolve("made"));
    assertThat(made.out()).contains("many").doesNotContain("bundle_ids");
    assertThat(made.out().lines().filter(line -> line.startsWith("many ")))
        .hasSize(5)
        .allSatisfy(line -> assertThat(line.length()).isLessThan(110));
    CliRun wide = CliRun.of("list", "--recursive", folder.resolve("made"), "--wide");
    assertThat(wide.out()).contains("bundle_ids");
    assertThat(CliRun.of("list", fat).out()).doesNotContain("entry=hipv4");
    assertThat(CliRun.of("list", fat, "--wide").out()).contains("entry=hipv4");
  }

  @Test
  void verificationPrintsALineForEachFindingWithItsFile() {
    CliRun run =
        CliRun.of("verify", "--recursive", "--json-lines", tree, folder.resolve("gone"), broken);
    assertThat(run.status()).isEqualTo(2);
    assertThat(lines(run))
        .allSatisfy(line -> assertThat(line).containsKey("file"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .containsEntry("file", broken.toString())
                    .containsEntry("severity", "error")
                    .containsKeys("rule", "message", "advice"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .containsEntry("file", folder.resolve("gone").toString())
                    .containsKey("problems"));
    CliRun json = CliRun.of("verify", "--json", tree, broken);
    assertThat(lines(CliRun.of("verify", "--format", "json-lines", tree, broken)))
        .filteredOn(line -> !line.containsKey("notChecked"))
        .allSatisfy(line -> assertThat(line.remove("schema")).isEqualTo(3))
        .isEqualTo(json.rows("findings"));
    assertThat(CliRun.of("verify", "--json", "--json-lines", tree).err())
        .contains("cannot be combined");
  }

  /** RFC 4180: a value with a line feed is quoted and has it. */
  @DisabledOnOs(OS.WINDOWS)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernels",
        "search kpackfix_scalars",
        "disassemble --kernel kpackfix_scalars --target gfx1100"
      })
  void aLineFeedInAFileNameIsOneInCsvAndJson(String command) throws IOException {
    Path odd = Files.copy(fat, folder.resolve("a\n\"b\",c.so"));
    List<Object> args = new ArrayList<>(List.of(command.split(" ")));
    args.add(1, odd);
    args.add("--csv");
    CliRun csv = CliRun.of(args.toArray());
    assertThat(csv.status()).as(csv.err()).isZero();
    assertThat(csv.out()).contains("\n\"" + odd.toString().replace("\"", "\"\"") + "\",");
    args.set(args.size() - 1, "--json");
    CliRun json = CliRun.of(args.toArray());
    assertThat(json.out()).doesNotContain("a\n").contains("a\\n\\\"b\\\",c.so");
    assertThat(json.json()).containsEntry("file", odd.toString());
  }
}
