package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** What {@code edit} changes, prints, refuses and leaves alone. */
class EditCommandTest {
  @TempDir private Path folder;
  @TempDir private Path loose;

  /** The sample workspace, to be changed. */
  @BeforeEach
  void copySample() throws IOException {
    folder = folder.toRealPath();
    Path sample = CliRun.fixture("libone.so");
    while (!Files.isDirectory(sample.resolve("app/sample"))) {
      sample = sample.getParent();
    }
    Path from = sample.resolve("app/sample");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = folder.resolve(from.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
  }

  private Path archive() {
    return folder.resolve(".kpack/kpackfix_gfx90a.kpack");
  }

  private Path manifest() {
    return folder.resolve(".kpack/kpackfix.kpm");
  }

  private Path library() {
    return folder.resolve("lib/libhostonly.so");
  }

  private String text(CliRun run) {
    return run.out().replace(folder.toString(), "FOLDER")
        + run.err().replace(folder.toString(), "FOLDER");
  }

  private static CliRun edit(Path file, Object... more) {
    List<Object> args = new ArrayList<>(List.of("edit", file));
    args.addAll(Arrays.asList(more));
    return CliRun.of(args.toArray());
  }

  private static CliRun done(Path file, Object... more) {
    CliRun run = edit(file, more);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static List<String> rows(Path archive) {
    return CliRun.of("list", archive, "--json").rows("entries").stream()
        .map(row -> "%s#%s %s".formatted(row.get("binary"), row.get("index"), row.get("target")))
        .toList();
  }

  private static List<String> archives(Path manifest) {
    return CliRun.of("info", manifest, "--json").rows("archives").stream()
        .map(
            row ->
                "%s %s %s %s"
                    .formatted(
                        row.get("target"),
                        row.get("file"),
                        row.get("size"),
                        row.get("kernelCount")))
        .toList();
  }

  private static Grouping grouping(Path archive) throws IOException {
    try (KpackArchive opened = KpackArchive.open(archive)) {
      return Grouping.of(opened).orElseThrow();
    }
  }

  @Test
  void regroupsWhatIsCompressedTogether() throws IOException {
    Path all = loose.resolve("all.kpack");
    done(archive(), "--merge", folder.resolve(".kpack/kpackfix_gfx942.kpack"), "-o", all);
    Path byName = loose.resolve("name.kpack");
    // The groups are those of the scheme that is set, whichever is named first.
    CliRun run =
        done(all, "--group", "name", "--compression", "zstd-solid", "--level", 9, "-o", byName);
    assertThat(run.err()).contains("zstd-solid (experimental)");
    assertThat(run.out())
        .contains(": 1 change\n  - storage zstd-solid (experimental), level 9, by name\n");
    assertThat(grouping(byName)).isEqualTo(Grouping.NAME);
    Path alone = loose.resolve("none.kpack");
    done(byName, "--group", "none", "-o", alone);
    assertThat(grouping(alone)).isEqualTo(Grouping.NONE);
    assertThat(Files.size(alone)).isGreaterThan(Files.size(byName));
    assertThat(rows(alone)).isEqualTo(rows(all));
    // Other edits keep the groups and the level; the same groups are no change.
    CliRun renamed = done(alone, "--set", "group=other", "--force");
    assertThat(renamed.out()).contains(" zstd-solid (experimental), level 9, by none\n");
    assertThat(grouping(alone)).isEqualTo(Grouping.NONE);
    assertThat(done(alone, "--group", "none", "--force").err()).contains("nothing to change");
    Path restored = loose.resolve("restored.kpack");
    done(byName, "--set", "group=other", "-o", restored);
    done(restored, "--set", "group=kpackfix", "--force");
    assertThat(restored).hasSameBinaryContentAs(byName);
    assertThat(CliRun.of("info", byName).out())
        .contains(" zstd-solid (experimental), level 9, by name\n");
    CliRun back = done(byName, "--compression", "zstd", "-o", loose.resolve("back.kpack"));
    assertThat(back.err()).doesNotContain("experimental");
  }

  @Test
  void addsAndDropsAnIndexOfBinaries() throws IOException {
    Path indexed = loose.resolve("indexed.kpack");
    CliRun run = done(archive(), "--set", "binary-index=yes", "-o", indexed);
    assertThat(run.out()).contains(": 1 change\n  - index of binaries\n");
    assertThat(rows(indexed)).isEqualTo(rows(archive()));
    assertThat(CliRun.of("verify", indexed).status()).isZero();
    assertThat(done(indexed, "--set", "binary-index=yes", "--force").err())
        .contains("nothing to change");
    // Other edits keep it.
    done(indexed, "--set", "group=other", "--force");
    Path dropped = loose.resolve("dropped.kpack");
    done(indexed, "--set", "binary-index=no", "--set", "group=kpackfix", "-o", dropped);
    assertThat(dropped).hasSameBinaryContentAs(archive());
    assertThat(edit(archive(), "--set", "binary-index=maybe", "-o", indexed).err())
        .contains("binary-index=yes or binary-index=no");
  }

  @Test
  void refusesGroupsOfASchemeWithoutThem() throws IOException {
    Path out = loose.resolve("out.kpack");
    CliRun run = edit(archive(), "--group", "name", "-o", out);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "expected scheme zstd-solid (experimental), which has groups",
            "found scheme zstd-per-kernel, which stores each code object alone",
            "Set that scheme, too, or leave the groups out.");
    assertThat(out).doesNotExist();
    assertThat(edit(archive(), "--group", "size", "-o", out).err())
        .contains("none, target, family, name or all");
  }

  @Test
  void writesAnIndexThatLeadsToOneCodeObject() throws IOException {
    Path index = archive().resolveSibling(archive().getFileName() + ".idx");
    byte[] before = Files.readAllBytes(archive());
    Object[] one = {
      "extract",
      archive(),
      "--binary",
      "lib/libmany.so",
      "--index",
      "0",
      "--target",
      "gfx90a:xnack+",
      "--json",
      "--force",
      "-o",
      loose.resolve("one.hsaco")
    };
    CliRun without = CliRun.of(one);
    assertThat(without.status()).as(without.err()).isZero();
    byte[] code = Files.readAllBytes(loose.resolve("one.hsaco"));

    // The archive stays as it is, so that nothing has to be forced.
    CliRun written = done(archive(), "--write-index");
    assertThat(written.out())
        .contains("  index         " + index, "(" + Files.size(index) + " bytes)");
    assertThat(Files.readAllBytes(archive())).isEqualTo(before);
    assertThat(done(archive(), "--write-index", "--json").json().get("index"))
        .isEqualTo(Map.of("file", index.toString(), "size", (int) Files.size(index)));
    CliRun with = CliRun.of(one);
    assertThat(with.out()).isEqualTo(without.out());
    assertThat(with.err()).isEmpty();
    assertThat(loose.resolve("one.hsaco")).hasBinaryContent(code);

    byte[] damaged = Files.readAllBytes(index);
    damaged[20]++;
    Files.write(index, damaged);
    CliRun fallback = CliRun.of(one);
    Map<String, Object> otherwise = new HashMap<>(fallback.json());
    otherwise.put("findings", List.of());
    assertThat(otherwise).isEqualTo(without.json());
    assertThat(fallback.rows("findings"))
        .extracting(row -> row.get("severity") + " " + row.get("rule"))
        .containsExactly("note opening");
    assertThat(fallback.err())
        .contains(
            "note: " + index + " is not used: it is damaged", "--write-index writes it again");
    assertThat(loose.resolve("one.hsaco")).hasBinaryContent(code);

    CliRun refused = edit(manifest(), "--write-index");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("only archives have an index");
  }

  @Test
  void editingSaysThatAnIndexIsOfTheArchiveBefore() throws IOException {
    done(archive(), "--write-index");
    String index = archive() + ".idx";
    CliRun edited = done(archive(), "--set", "family=other", "--force");
    assertThat(edited.err())
        .contains(
            index + " is not used: it is of the archive as it was before;",
            "edit " + archive() + " --write-index writes it again.");
    assertThat(done(archive(), "--set", "family=more", "--force", "--write-index").err())
        .doesNotContain(index);
    assertThat(CliRun.of("edit", "--help").out())
        .containsIgnoringWhitespaces("Programs that load code do not read it.");
  }

  @Test
  void mergedCodeObjectsAreStoredOnce() throws IOException {
    Path renamed = loose.resolve("renamed.kpack");
    done(
        archive(),
        "--rename",
        "lib/libmany.so=lib/new.so",
        "--rename",
        "lib/libmixed.so=lib/other.so",
        "--level",
        "19",
        "-o",
        renamed);
    Path merged = loose.resolve("merged.kpack");
    CliRun run = done(archive(), "--merge", renamed, "-o", merged, "--json");
    assertThat(run.rows("findings"))
        .anySatisfy(
            note ->
                assertThat(note.get("message").toString())
                    .startsWith(
                        "7 code objects have the bytes of others and are not stored again, which"
                            + " saves "));
    assertThat(rows(merged)).hasSize(17);
    assertThat(
            CliRun.of("list", merged, "--json").rows("entries").stream()
                .map(row -> row.get("ordinal"))
                .distinct())
        .hasSize(7);
    assertThat(hashes(merged, "lib/new.so")).isEqualTo(hashes(archive(), "lib/libmany.so"));
    assertThat(hashes(merged, "lib/other.so")).isEqualTo(hashes(archive(), "lib/libmixed.so"));
  }

  private List<Object> hashes(Path archive, String binary) {
    CliRun run =
        CliRun.of(
            "extract",
            archive,
            "--binary",
            binary,
            "--force",
            "--json",
            "-o",
            loose.resolve("code/"));
    return run.rows("written").stream().map(row -> row.get("sha256")).toList();
  }

  @Test
  void anArchiveIsChangedInTheOrderOfTheChanges() throws IOException {
    Path out = folder.resolve("out.kpack");
    byte[] before = Files.readAllBytes(archive());
    Object[] changes = {
      "--rename",
      "lib/libmany.so=lib/new.so",
      "--delete",
      "name=lib/libmixed.so -index:0",
      "--retarget=name=lib/new.so arch=gfx90a:xnack-=gfx942",
      "--set",
      "group=other",
      "--level",
      "5",
      "--force-contents",
      "-o",
      out
    };
    List<Object> dry = new ArrayList<>(Arrays.asList(changes));
    dry.add("--dry-run");
    CliRun plan = done(archive(), dry.toArray());
    GoldenOutput.check("edit-archive.txt", text(plan));
    assertThat(out).doesNotExist();
    dry.add("--json");
    GoldenOutput.check("edit-archive.json", text(done(archive(), dry.toArray())));
    CliRun run = done(archive(), changes);
    assertThat(run.out()).contains("  size          ");
    assertThat(Files.readAllBytes(archive())).isEqualTo(before);
    assertThat(rows(out))
        .containsExactly(
            "lib/new.so#0 gfx90a:xnack+",
            "lib/new.so#0 gfx942",
            "lib/libmixed.so#0 gfx90a",
            "lib/libhostonly.so#0 gfx90a",
            "lib/libhostonly.so#1 gfx90a",
            "lib/libhostonly.so#2 gfx90a");
    assertThat(CliRun.of("info", out, "--json").json()).containsEntry("group", "other");
    assertThat(CliRun.of("verify", out).out())
        .as("what was moved to another architecture is not compiled for it")
        .contains("1 error,", "filed under gfx942");
    assertThat(done(archive(), changes).out()).contains("Up to date");
    Files.writeString(out, "mine");
    assertThat(edit(archive(), changes).err()).contains("--force replaces it");
    assertThat(out).hasContent("mine");
  }

  @Test
  void inPlaceOnlyWithForceAndNothingToChangeWritesNothing() throws IOException {
    byte[] before = Files.readAllBytes(archive());
    CliRun refused = edit(archive(), "--set", "family=f");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("--force changes the file itself");
    assertThat(Files.readAllBytes(archive())).isEqualTo(before);
    done(archive(), "--set", "family=f", "--force");
    assertThat(CliRun.of("info", archive(), "--json").json()).containsEntry("family", "f");
    Object written = Files.getLastModifiedTime(archive());
    CliRun same = done(archive(), "--set", "family=f", "--force");
    assertThat(same.err()).contains("nothing was written");
    assertThat(Files.getLastModifiedTime(archive())).isEqualTo(written);
    Path copy = folder.resolve("copy.kpack");
    done(archive(), "--set", "family=f", "-o", copy);
    assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(archive()));
  }

  @Test
  void codeObjectsAreAddedReplacedAndMerged() {
    Path code = CliRun.fixture("axpy-gfx1100.hsaco");
    Path out = folder.resolve("out.kpack");
    Path other = folder.resolve(".kpack/kpackfix_gfx1100.kpack");
    done(
        archive(),
        "--add",
        code + "=lib/x.so#3",
        "--add",
        code,
        "--add",
        code + "=lib/x.so#4@gfx1101",
        "--replace",
        "lib/libmixed.so#0@gfx90a=" + code,
        "--force-contents",
        "--scheme",
        "none",
        "-o",
        out);
    assertThat(rows(out))
        .endsWith("lib/x.so#3 gfx1100", "axpy-gfx1100.hsaco#0 gfx1100", "lib/x.so#4 gfx1101")
        .hasSize(13);
    assertThat(CliRun.of("info", out, "--json").json()).containsEntry("scheme", "none");
    Path merged = folder.resolve("merged.kpack");
    done(out, "--merge", other, "-o", merged);
    assertThat(rows(merged)).hasSize(13 + 9);
    CliRun again = done(merged, "--merge", other, "--clash", "keep", "--force");
    assertThat(again.err()).contains("nothing was written");
    CliRun clash =
        edit(
            archive(),
            "--retarget",
            "name=lib/libmixed.so=gfx942",
            "--force-contents",
            "--merge",
            folder.resolve(".kpack/kpackfix_gfx942.kpack"),
            "--dry-run");
    assertThat(clash.status()).isEqualTo(2);
    assertThat(clash.err()).contains("with other bytes");
  }

  @Test
  void whatMatchesNothingEndsWithOneAndWritesNothing() throws IOException {
    byte[] before = Files.readAllBytes(archive());
    for (List<String> change :
        List.of(
            List.of("--delete", "arch:gfx1"),
            List.of("--rename", "lib/none.so=lib/b.so"),
            List.of("--retarget", "name:none=gfx900"),
            List.of("--replace", "lib/none.so#0@gfx900=" + library()))) {
      CliRun run =
          edit(archive(), "--set", "group=changed", change.get(0), change.get(1), "--force");
      assertThat(run.status()).as(run.err()).isEqualTo(1);
      assertThat(run.err()).contains(change.getFirst(), "matches");
      assertThat(Files.readAllBytes(archive())).isEqualTo(before);
    }
    assertThat(edit(manifest(), "--delete", "arch:gfx1x", "--force").status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rename lib/libmany.so=../x.so",
        "--rename lib/libmany.so",
        "--retarget name:many=gfx90a:xnack+:sramecc-",
        "--delete size>>1",
        "--delete ",
        "--set kind=x",
        "--scheme lz4",
        "--level 99",
        "--level fast",
        "--merge none.kpack",
        "--add none.hsaco",
        "--update-from-disk ",
        "--kernel-name x",
      })
  void whatCannotBeIsSaidAndNothingIsWritten(String change) throws IOException {
    byte[] before = Files.readAllBytes(archive());
    List<Object> args = new ArrayList<>(Arrays.asList((Object[]) change.split(" ", 2)));
    args.removeIf(arg -> arg.equals("") && change.startsWith("--update"));
    args.add("--force");
    CliRun run = edit(archive(), args.toArray());
    assertThat(run.status()).as(run.out()).isEqualTo(2);
    assertThat(run.err()).startsWith("kpack-workbench: ");
    assertThat(run.err()).doesNotContain("error in the program");
    assertThat(Files.readAllBytes(archive())).isEqualTo(before);
  }

  @Test
  void usageIsExplained() {
    assertThat(edit(archive()).err()).contains("no change is given");
    assertThat(edit(archive(), "--rename").err()).contains("'--rename'");
    assertThat(edit(manifest(), "--add-unnamed").err()).contains("--update-from-disk");
    assertThat(edit(archive(), "--merge", "x", "--clash", "x").status()).isEqualTo(2);
    assertThat(CliRun.of("edit", "--help").out()).contains("--update-from-disk", "FILTER");
    assertThat(edit(folder.resolve("README.txt"), "--kernel-name", "x", "--force").err())
        .contains("found: text");
    assertThat(edit(folder.resolve("none"), "--kernel-name", "x", "--force").status()).isEqualTo(2);
    CliRun json = edit(archive(), "--delete", "arch:none", "--json", "--force");
    assertThat(json.rows("problems").getFirst().get("message")).asString().contains("--delete");
  }

  @Test
  void aManifestIsUpdatedFromTheDisk() throws IOException {
    Files.delete(folder.resolve(".kpack/kpackfix_gfx1030.kpack"));
    Files.copy(archive(), folder.resolve(".kpack/unnamed.kpack"));
    done(archive(), "--delete", "name:many", "--force");
    CliRun run = edit(manifest(), "--update-from-disk", "--dry-run");
    assertThat(run.status()).isEqualTo(1);
    GoldenOutput.check("edit-manifest.txt", text(run));
    CliRun json = edit(manifest(), "--update-from-disk", "--force", "--json");
    GoldenOutput.check("edit-manifest.json", text(json));
    assertThat(archives(manifest()))
        .contains("gfx90a kpackfix_gfx90a.kpack %d 8".formatted(Files.size(archive())));
    Files.delete(folder.resolve(".kpack/unnamed.kpack"));
    Path one = folder.resolve(".kpack/one.kpack");
    done(
        folder.resolve(".kpack/kpackfix_gfx942.kpack"),
        "--retarget",
        "gfx942=gfx900",
        "--force-contents",
        "-o",
        one);
    done(
        manifest(),
        "--update-from-disk",
        "--remove-missing",
        "--add-unnamed",
        "--checksums",
        "--force");
    assertThat(archives(manifest()))
        .hasSize(4)
        .anyMatch(row -> row.startsWith("gfx900 one.kpack "))
        .noneMatch(row -> row.contains("gfx1030"));
    assertThat(CliRun.of("diff", manifest(), manifest().getParent()).status()).isZero();
  }

  @Test
  void aManifestsRowsAndFieldsAreChanged() throws IOException {
    Path out = folder.resolve("list.kpm");
    done(
        manifest(),
        "--rename",
        "kpackfix_gfx942.kpack=other.kpack",
        "--retarget",
        "arch=gfx942=gfx950",
        "--delete",
        "kernels<2",
        "--set",
        "component=c",
        "--set",
        "prefix=",
        "--set",
        "dialect=by-list",
        "-o",
        out);
    assertThat(archives(out))
        .satisfiesExactly(
            row -> assertThat(row).matches("gfx1100 kpackfix_gfx1100.kpack \\d+ \\d+"),
            row -> assertThat(row).matches("gfx90a kpackfix_gfx90a.kpack \\d+ \\d+"),
            row -> assertThat(row).matches("gfx950 other.kpack \\d+ \\d+"));
    for (List<String> wrong :
        List.of(
            List.of("--rename", "kpackfix_gfx942.kpack=../x.kpack"),
            List.of("--retarget", "file:kpackfix=gfx900"),
            List.of("--set", "dialect=other"),
            List.of("--add", library().toString()))) {
      CliRun refused = edit(manifest(), wrong.get(0), wrong.get(1), "--force");
      assertThat(refused.status()).as(refused.out()).isEqualTo(2);
    }
    Path unnamed = Files.copy(archive(), folder.resolve(".kpack/two.kpack"));
    assertThat(edit(manifest(), "--add", unnamed, "--force").err()).contains("has one target");
    done(manifest(), "--delete", "gfx942", "--force");
    done(manifest(), "--add", folder.resolve(".kpack/kpackfix_gfx942.kpack"), "--force");
    assertThat(archives(manifest())).hasSize(4).last().asString().startsWith("gfx942 ");
  }

  @Test
  void aManifestThatIsCutIsNotTouched() throws IOException {
    byte[] whole = Files.readAllBytes(manifest());
    for (int length = 0; length < whole.length; length++) {
      Files.write(manifest(), Arrays.copyOf(whole, length));
      CliRun run = edit(manifest(), "--set", "component=c", "--force");
      assertThat(run.status()).as("%d bytes: %s", length, run.out()).isEqualTo(2);
      assertThat(run.err()).as("%d bytes", length).doesNotContain("error in the program");
      assertThat(Files.size(manifest())).isEqualTo(length);
    }
  }

  @Test
  void theMarkerOfAWindowsBinaryIsEdited() throws IOException {
    Path dll = folder.resolve("lib/windows.dll");
    CliRun converted =
        CliRun.of(
            "convert",
            CliRun.fixture("windows.dll"),
            "-o",
            dll,
            "--kernel-name",
            "lib/windows.dll",
            "--search-path",
            "../.kpack/win_@GFXARCH@.kpack",
            "--archives",
            folder.resolve(".kpack"));
    assertThat(converted.status()).as(converted.err()).isZero();
    CliRun edited = done(dll, "--search-path", "..\\.KPACK\\WIN_@GFXARCH@.kpack", "--force");
    assertThat(edited.out()).contains("fits in its place: 79 bytes of 512, 433 bytes left");
    assertThat(CliRun.of("resolve", dll, "--target", "gfx1100").status()).isZero();
    assertThat(CliRun.of("verify", dll).out()).contains("0 errors");
    Map<?, ?> layout =
        (Map<?, ?>)
            edit(dll, "--kernel-name", "a", "--force-contents", "--force", "--json")
                .json()
                .get("layout");
    assertThat(layout.get("kind")).isEqualTo("in-place");
  }

  @Test
  void aMarkerStaysInItsPlaceOrIsLaidAnew() throws IOException {
    final long before = Files.size(library());
    CliRun fits = done(library(), "--search-path", "../.kpack/kpackfix_@GFXARCH@.kpack", "--force");
    GoldenOutput.check("edit-marker.txt", text(fits));
    assertThat(Files.size(library())).isEqualTo(before);
    assertThat(CliRun.of("resolve", library(), "--target", "gfx90a").status()).isZero();
    assertThat(CliRun.of("verify", library()).out()).contains("0 errors");
    CliRun renamed = done(library(), "--kernel-name", "lib/libmixed.so", "--force");
    assertThat(renamed.out()).contains("bytes left");
    assertThat(CliRun.of("resolve", library(), "--target", "gfx90a").status()).isZero();

    CliRun none = edit(library(), "--search-path", "x".repeat(3000), "--force");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("room for", "Use shorter search paths");

    Path out = folder.resolve("lib/libcut.so");
    assertThat(
            CliRun.of(
                    "convert",
                    CliRun.fixture("libmany.so"),
                    "-o",
                    out,
                    "--kernel-name",
                    "lib/libmany.so",
                    "--search-path",
                    "a.kpack",
                    "--discard-device-code")
                .status())
        .isZero();
    long cut = Files.size(out);
    Path grown = folder.resolve("lib/grown.so");
    CliRun json =
        done(
            out,
            "--search-path",
            "../.kpack/kpackfix_@GFXARCH@.kpack",
            "--search-path",
            "x".repeat(9000),
            "-o",
            grown,
            "--json");
    @SuppressWarnings("unchecked")
    Map<String, Object> layout = (Map<String, Object>) json.json().get("layout");
    assertThat(layout).containsEntry("kind", "grown");
    assertThat(Files.size(grown)).isEqualTo(cut + (int) layout.get("grown"));
    assertThat(CliRun.of("resolve", grown, "--target", "gfx90a:xnack+").status()).isZero();
    assertThat(CliRun.of("verify", grown).status()).isLessThan(2);
  }

  @Test
  void whatVerificationWouldCallAnErrorIsRefusedUnlessForced() throws IOException {
    Path readme = Files.writeString(folder.resolve("README"), "No code.");
    Path code = CliRun.fixture("axpy-gfx1100.hsaco");
    byte[] before = Files.readAllBytes(archive());
    for (List<Object> change :
        List.<List<Object>>of(
            List.of("--add", readme + "=lib/new.so#0@gfx90a"),
            List.of("--add", code + "=lib/new.so#0@gfx90a"),
            List.of("--retarget", "name:libmixed=gfx1100"),
            List.of("--set", "targets=gfx1030"))) {
      List<Object> args = new ArrayList<>(change);
      args.add("--force");
      CliRun refused = edit(archive(), args.toArray());
      assertThat(refused.status()).as(change.toString()).isEqualTo(2);
      assertThat(refused.err())
          .contains(change.contains("--set") ? "gfx_arches" : "code-object-")
          .contains("Nothing was written", "--force-contents");
      assertThat(archive()).hasBinaryContent(before);
      args.set(args.size() - 1, "--force-contents");
      args.addAll(List.of("-o", folder.resolve("forced.kpack"), "--force"));
      CliRun forced = edit(archive(), args.toArray());
      assertThat(forced.status()).as(forced.err()).isZero();
      assertThat(CliRun.of("verify", folder.resolve("forced.kpack")).status()).isEqualTo(1);
    }
    // What was wrong before does not keep anything else from being changed.
    CliRun renamed = edit(folder.resolve("forced.kpack"), "--set", "group=other", "--force");
    assertThat(renamed.status()).as(renamed.err()).isZero();
  }

  @Test
  void aManifestTakesNoRowThatIsAnErrorUnlessForced() throws IOException {
    Path away = folder.resolve("away.kpm");
    byte[] before = Files.readAllBytes(manifest());
    for (List<Object> change :
        List.<List<Object>>of(
            List.of("--rename", "kpackfix_gfx942.kpack=none.kpack"),
            List.of("--rename", "kpackfix_gfx942.kpack=kpackfix_gfx90a.kpack"))) {
      List<Object> args = new ArrayList<>(change);
      args.add("--force");
      CliRun refused = edit(manifest(), args.toArray());
      assertThat(refused.status()).as(refused.out()).isEqualTo(2);
      assertThat(refused.err()).contains("manifest-", "Nothing was written", "--force-contents");
      assertThat(manifest()).hasBinaryContent(before);
    }
    CliRun added =
        edit(
            manifest(),
            "--delete",
            "gfx942",
            "--add",
            folder.resolve(".kpack/kpackfix_gfx942.kpack"),
            "-o",
            away);
    assertThat(added.status()).as("the archive is not beside %s", away).isEqualTo(2);
    assertThat(added.err()).contains("[manifest-archive-missing]");
    assertThat(away).doesNotExist();
    done(manifest(), "--rename", "kpackfix_gfx942.kpack=none.kpack", "--force", "--force-contents");
    assertThat(CliRun.of("verify", manifest()).out()).contains("none.kpack");
    // What is wrong already keeps nothing else from being changed, and may be called otherwise.
    done(manifest(), "--set", "component=other", "--force");
    done(manifest(), "--rename", "none.kpack=nowhere.kpack", "--force");
    done(manifest(), "--delete", "gfx942", "--force");
  }

  @Test
  void aMarkerTakesNoNameOrPathThatIsAnErrorUnlessForced() throws IOException {
    Path binary = Files.copy(library(), loose.resolve("lib.so"));
    Files.copy(archive(), loose.resolve("one.kpack"));
    Files.writeString(loose.resolve("broken.kpack"), "KPAK");
    done(binary, "--search-path", "one.kpack", "--force");
    // A loader passes over what it cannot open, and finds the code in the other archive.
    done(binary, "--search-path", "one.kpack", "--search-path", "broken.kpack", "--force");
    done(binary, "--search-path", "one.kpack", "--force");
    byte[] before = Files.readAllBytes(binary);
    for (List<Object> change :
        List.<List<Object>>of(
            List.of("--kernel-name", "lib/none.so"), List.of("--kernel-name", "lib/nothing.so"))) {
      List<Object> args = new ArrayList<>(change);
      args.add("--force");
      CliRun refused = edit(binary, args.toArray());
      assertThat(refused.status()).as(refused.out()).isEqualTo(2);
      assertThat(refused.err())
          .contains("[archives-complete]", "Nothing was written", "--force-contents");
      assertThat(binary).hasBinaryContent(before);
    }
    CliRun away = edit(library(), "--search-path", "one.kpack", "--force");
    assertThat(away.status()).isEqualTo(2);
    assertThat(away.err()).contains("[search-path-leads]", "Nothing was written");
    // Where the result goes decides, not where the file is.
    Path alone = Files.createDirectory(loose.resolve("empty")).resolve("alone.so");
    done(binary, "--kernel-name", "lib/none.so", "-o", alone);
    done(binary, "--kernel-name", "lib/none.so", "--force", "--force-contents");
    assertThat(CliRun.of("verify", binary).status()).isEqualTo(1);
    done(binary, "--kernel-name", "lib/other.so", "--force");
    for (List<String> never : List.of(List.of("--kernel-name", ""), List.of("--search-path", ""))) {
      CliRun refused = edit(binary, never.get(0), never.get(1), "--force", "--force-contents");
      assertThat(refused.status()).as("no loader can use an empty one").isEqualTo(2);
    }
  }
}
