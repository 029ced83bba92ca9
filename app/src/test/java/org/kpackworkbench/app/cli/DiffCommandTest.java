package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

class DiffCommandTest {
  @TempDir private Path folder;

  private Path archive(String name, String... contents) throws IOException {
    MadeArchive made = new MadeArchive();
    for (int i = 0; i < contents.length; i++) {
      made.add("lib/l%d.so#0".formatted(i), "gfx900", contents[i]);
    }
    return made.write(folder.resolve(name));
  }

  @Test
  void onlyComparedBytesGiveZero() throws IOException {
    Path one = archive("one.kpack", "kernel 1", "kernel 2");
    Path same = archive("same.kpack", "kernel 1", "kernel 2");
    Path other = archive("other.kpack", "kernel 1", "kernel 3");
    assertThat(CliRun.of("diff", one, same).status()).isEqualTo(ExitStatus.DONE);
    assertThat(CliRun.of("diff", one, same).out()).contains("identical");
    assertThat(CliRun.of("diff", one, other).status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(CliRun.of("diff", one, same, other).status()).isEqualTo(ExitStatus.FINDINGS);
  }

  @Test
  void quickSaysThatContentsWereNotCompared() throws IOException {
    Path one = archive("one.kpack", "kernel 1", "kernel 2");
    Path same = archive("same.kpack", "kernel 1", "kernel 2");
    Path other = archive("other.kpack", "kernel 1", "kernel 3");
    assertThat(CliRun.of("diff", "--quick", one, same).status()).isEqualTo(ExitStatus.DONE);
    CliRun quick = CliRun.of("diff", "--quick", one, other);
    assertThat(quick.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(quick.out() + quick.err()).contains("contents not compared");
    CliRun json = CliRun.of("diff", "--quick", "--json", one, other);
    assertThat(json.json()).containsEntry("same", false).containsEntry("contentsCompared", false);
    assertThat(json.rows("differences")).isEmpty();
  }

  @Test
  void windowsBinariesAreComparedPartByPart() {
    Path one = CliRun.fixture("windows.dll");
    Path other = CliRun.fixture("windows-variant.dll");
    CliRun text = CliRun.of("diff", one, other);
    assertThat(text.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(text.out())
        .contains(
            "Comparison of Windows binaries",
            "file alignment: 512 → 4096",
            "removed  kpackfix_host_answer",
            "loaded: at the start → at the first call");
    CliRun json = CliRun.of("diff", "--json", one, other);
    assertThat(json.json()).containsEntry("kind", "windows").containsEntry("same", false);
  }

  /** Rows of two archives: of 120, ten are deleted, three renamed and one replaced. */
  private List<Path> rearranged() throws IOException {
    MadeArchive before = new MadeArchive();
    MadeArchive after = new MadeArchive();
    for (int i = 0; i < 120; i++) {
      String content = "kernel number " + i;
      before.add("lib/l%03d.so#0".formatted(i), "gfx900", content);
      if (i < 20 || i >= 30) {
        String name = i >= 50 && i < 53 ? "lib/other%d.so#0" : "lib/l%03d.so#0";
        after.add(name.formatted(i), "gfx900", i == 70 ? "Kernel number 70" : content);
      }
    }
    return List.of(
        before.write(folder.resolve("before.kpack")), after.write(folder.resolve("after.kpack")));
  }

  @Test
  void rowsThatOnlyMovedAreNoDifferenceAndARenameIsOne() throws IOException {
    List<Path> paths = rearranged();
    CliRun text = CliRun.of("diff", paths.getFirst(), paths.getLast());
    assertThat(text.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(
            text.out()
                .lines()
                .filter(line -> line.contains(" @ gfx900  ") || line.endsWith(" @ gfx900")))
        .filteredOn(line -> !line.contains("→"))
        .hasSize(14);
    assertThat(text.out())
        .contains("changed  lib/l070.so#0 @ gfx900  (1 byte)")
        .contains("name: lib/l050.so#0 @ gfx900 → lib/other50.so#0 @ gfx900")
        .endsWith(
            "different: 14 of 125 rows differ (1 same content, stored differently, 3 same content"
                + " under another name, 1 changed, 10 removed)\n");
    CliRun json = CliRun.of("diff", "--json", paths.getFirst(), paths.getLast());
    assertThat(json.rows("differences")).hasSize(14);
    assertThat(json.rows("differences"))
        .filteredOn(row -> row.get("change").equals("changed"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("note", "1 byte"))
        .satisfies(row -> assertThat(row.get("left")).hasToString("{bytes=16}"));
    assertThat((Map<?, ?>) json.json().get("counts"))
        .hasToString("{same=110, stored-otherwise=1, renamed=3, changed=1, removed=10}");
    CliRun order = CliRun.of("diff", "--json", "--order", paths.getFirst(), paths.getLast());
    assertThat(order.rows("differences")).hasSize(14 + 86);
  }

  @Test
  void anotherOrderDiffersOnlyWhereOrderIsCompared() throws IOException {
    MadeArchive before = new MadeArchive();
    before.add("a.so#0", "gfx900", "kernel a").add("b.so#0", "gfx900", "kernel b");
    MadeArchive after = new MadeArchive();
    after.add("b.so#0", "gfx900", "kernel b").add("a.so#0", "gfx900", "kernel a");
    Path one = before.write(folder.resolve("one.kpack"));
    Path other = after.write(folder.resolve("other.kpack"));
    CliRun plain = CliRun.of("diff", one, other);
    assertThat(plain.status()).isEqualTo(ExitStatus.DONE);
    assertThat(plain.out()).contains("same contents: 0 of 7 rows differ");
    CliRun order = CliRun.of("diff", "--order", one, other);
    assertThat(order.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(order.out())
        .contains("moved    a.so#0 @ gfx900", "ordinal: 0 → 1")
        .contains("different: 2 of 7 rows differ (2 moved)");
  }

  @Test
  void whatGrewMostComesFirstWhereAsked() throws IOException {
    Path one = archive("one.kpack", "kernel that shrinks", "kernel", "kernel");
    Path other = archive("other.kpack", "kernel", "kernel grows", "kernel that grows most");
    CliRun run =
        CliRun.of("diff", "--json", "--kind", "code object", "--sort", "growth", one, other);
    assertThat(run.rows("differences"))
        .extracting(row -> row.get("place"))
        .containsExactly("lib/l2.so#0 @ gfx900", "lib/l1.so#0 @ gfx900", "lib/l0.so#0 @ gfx900");
    CliRun odd = CliRun.of("diff", "--sort", "size", one, other);
    assertThat(odd.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(odd.err()).contains("--sort: expected growth or name, found size");
  }

  @Test
  void sidesAreComparedByNameOrTimeWhereAsked() throws IOException {
    List<Path> builds = new ArrayList<>();
    for (int build : new int[] {10, 9, 1}) {
      Path file = Files.createDirectories(folder.resolve("build-" + build)).resolve("lib.kpm");
      ManifestRow row = new ManifestRow("gfx900", "a.kpack", 100L * build, 1, null);
      Files.write(file, ManifestWriter.write(Manifest.of("lib", "p", List.of(row))));
      Files.setLastModifiedTime(file, FileTime.fromMillis(1000L * (build == 9 ? 1 : build + 1)));
      builds.add(file);
    }
    Object[] given = {"diff", builds.get(0), builds.get(1), builds.get(2)};
    assertThat(CliRun.of(given).out()).contains("From build-10 to build-1: gfx900 lost 900 B.");
    assertThat(order("name", builds)).containsExactly("build-1", "build-9", "build-10");
    assertThat(order("time", builds)).containsExactly("build-9", "build-1", "build-10");
    assertThat(
            CliRun.of("diff", "--side-order", "name", builds.get(0), builds.get(1), builds.get(2))
                .out())
        .startsWith(builds.get(2) + " → " + builds.get(1) + " → " + builds.get(0))
        .contains("From build-1 to build-10: gfx900 gained 900 B.")
        .contains("size: 100 → 900, +800 (+800.0 %) → 1000, +900 (+900.0 %)");
  }

  private static List<Object> order(String order, List<Path> files) throws IOException {
    CliRun json =
        CliRun.of(
            "diff", "--json", "--side-order", order, files.get(0), files.get(1), files.get(2));
    Map<?, ?> manifests = (Map<?, ?>) json.json().get("manifests");
    List<Object> names = new ArrayList<>();
    for (Object column : (List<?>) manifests.get("columns")) {
      names.add(((Map<?, ?>) column).get("name"));
    }
    return names;
  }

  @Test
  void kindsThatNoRowHasAreRefused() throws IOException {
    Path one = archive("one.kpack", "kernel");
    CliRun odd = CliRun.of("diff", "--kind", "kernels", one, one);
    assertThat(odd.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(odd.out()).isEmpty();
    assertThat(odd.err())
        .contains("--kind: expected archive, architecture, ")
        .contains("code object, ", "kernel, ")
        .contains(", found kernels");
    // One that only other comparisons have is no mistake.
    assertThat(CliRun.of("diff", "--kind", "kernel", one, one).status()).isZero();
  }

  @Test
  void jsonHasTheFixedFields() throws IOException {
    CliRun run =
        CliRun.of(
            "diff",
            "--json",
            archive("one.kpack", "kernel 1", "gone"),
            archive("other.kpack", "kernel one"));
    assertThat(run.json()).containsEntry("same", false).containsEntry("kind", "archives");
    List<Map<String, Object>> differences = run.rows("differences");
    assertThat(differences).hasSize(2);
    assertThat(differences.getFirst())
        .containsEntry("place", "lib/l0.so#0 @ gfx900")
        .containsEntry("change", "changed");
    assertThat((Map<?, ?>) differences.getFirst().get("left"))
        .hasToString("{bytes=8, stored size=8, original size=8}");
    assertThat(differences.getLast())
        .containsEntry("change", "removed")
        .containsEntry("right", null);
  }

  @Test
  void damageIsReportedAndTheRestCompared() throws IOException {
    Path one = archive("one.kpack", "kernel 1", "kernel 2");
    Path cut = folder.resolve("cut.kpack");
    byte[] bytes = Files.readAllBytes(one);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length - 20));
    CliRun run = CliRun.of("diff", one, cut);
    assertThat(run.status()).isEqualTo(ExitStatus.FAILED);
    assertThat(run.err()).contains("cut.kpack");
    assertThat(run.out()).contains("Comparison of archives");
    assertThat(CliRun.of("diff", cut, cut).status()).isEqualTo(ExitStatus.DONE);
  }

  @Test
  void wrongUsageIsSaid() throws IOException {
    Path one = archive("one.kpack", "kernel");
    assertThat(CliRun.of("diff", one).status()).isEqualTo(ExitStatus.FAILED);
    assertThat(CliRun.of("diff", one, folder.resolve("none")).err())
        .contains("the file does not exist");
    assertThat(CliRun.of("diff", one, one, "--format", "pdf").err())
        .contains(
            "--format: expected text, json, json-lines, html, markdown or patch," + " found pdf");
    assertThat(CliRun.of("diff", one, one, "--depth", "99").err()).contains("--depth");
    assertThat(CliRun.of("diff", one, one, "--json", "--format", "html").err())
        .contains("contradict");
    assertThat(CliRun.of("diff", one, folder).status()).isEqualTo(ExitStatus.FAILED);
  }

  @Test
  void aReportIsWrittenAsAWholeAndReplacesNothingUnasked() throws IOException {
    Path one = archive("one.kpack", "kernel 1");
    Path other = archive("other.kpack", "kernel 2");
    Path report = folder.resolve("report.html");
    CliRun run = CliRun.of("diff", one, other, "--format", "html", "-o", report);
    assertThat(run.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(run.out()).isEmpty();
    assertThat(report).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(CliRun.of("diff", one, other, "-o", report).status()).isEqualTo(ExitStatus.FAILED);
    assertThat(CliRun.of("diff", one, other, "-o", report, "--force").status())
        .isEqualTo(ExitStatus.FINDINGS);
    assertThat(report).content().contains("changed  lib/l0.so#0 @ gfx900");
  }

  @Test
  void compiledFilesToTheLetter() throws IOException {
    Path one = CliRun.fixture("kinds-gfx1100.hsaco");
    Path other = CliRun.fixture("kinds-gfx942.hsaco");
    CliRun text = CliRun.of("diff", one, other);
    GoldenOutput.check(
        "diff-kinds.txt", text.out().replace(one.getParent().toString(), "FIXTURES"));
    CliRun json = CliRun.of("diff", "--json", one, other);
    GoldenOutput.check(
        "diff-kinds.json", json.out().replace(one.getParent().toString(), "FIXTURES"));
    CliRun elf = CliRun.of("diff", CliRun.fixture("libone.so"), CliRun.fixture("libdebug.so"));
    GoldenOutput.check("diff-elf.txt", elf.out().replace(one.getParent().toString(), "FIXTURES"));
  }

  @Test
  void gitShowsWhatChangedInArchives() throws Exception {
    Path driver = driver();
    Path repository = Files.createDirectory(folder.resolve("repository"));
    git(repository, "init", "-q");
    git(repository, "config", "user.name", "A User");
    git(repository, "config", "user.email", "user@example.org");
    git(repository, "config", "diff.kpack.command", driver + " diff --git --");
    Files.writeString(repository.resolve(".gitattributes"), "*.kpack diff=kpack\n");
    Path file = repository.resolve("-a.kpack");
    Files.copy(archive("one.kpack", "kernel 1", "kernel 2"), file);
    git(repository, "add", ".");
    git(repository, "commit", "-q", "-m", "first");
    Files.delete(file);
    Files.copy(archive("two.kpack", "kernel 1", "kernel two"), file);
    String shown = git(repository, "diff");
    assertThat(shown)
        .contains(
            "--- a/-a.kpack", "+++ b/-a.kpack", "@@ code object lib/l1.so#0 @ gfx900 @@ changed")
        .contains("-stored size: 8", "+stored size: 10")
        .doesNotContain("l0.so");
    Files.delete(file);
    assertThat(git(repository, "diff")).contains("--- a/-a.kpack", "+++ /dev/null");
  }

  private Path manifests(Path repository) throws Exception {
    git(repository, "init", "-q");
    git(repository, "config", "user.name", "A User");
    git(repository, "config", "user.email", "user@example.org");
    Path manifest = repository.resolve(".kpack/rand_lib.kpm");
    Files.createDirectories(manifest.getParent());
    Files.write(manifest, manifest("rand_lib", 100_000, 20));
    Files.writeString(repository.resolve(".gitattributes"), "*.kpm diff=kpack\n");
    git(repository, "add", ".");
    git(repository, "commit", "-q", "-m", "first");
    Files.write(manifest, manifest("random", 100_000 - 2458, 15));
    return manifest;
  }

  private static byte[] manifest(String component, long sizeBytes, long kernels) {
    return ManifestWriter.write(
        Manifest.of(
            component,
            "math-libs",
            List.of(new ManifestRow("gfx90a", "rand_lib.kpack", sizeBytes, kernels, null))));
  }

  @Test
  void gitShowsWhatChangedInManifests() throws Exception {
    Path repository = Files.createDirectory(folder.resolve("repository"));
    manifests(repository);
    git(repository, "config", "diff.kpack.command", driver() + " diff --git --");
    String words =
        "# gfx90a lost 5 kernels and 2.4 KiB, the component was renamed from rand_lib to random.";
    assertThat(git(repository, "diff"))
        .contains(
            "--- a/.kpack/rand_lib.kpm",
            "+++ b/.kpack/rand_lib.kpm",
            words,
            "@@ architecture gfx90a @@ changed",
            "-kernels: 20",
            "+kernels: 15");
    git(repository, "commit", "-q", "-a", "-m", "second");
    assertThat(git(repository, "log", "-p", "-1", "--ext-diff")).contains("second", words);
  }

  @Test
  void gitsDifftoolComparesManifests() throws Exception {
    Path repository = Files.createDirectory(folder.resolve("repository"));
    manifests(repository);
    Path page = folder.resolve("changes.html");
    Path driver = driver();
    git(repository, "config", "difftool.kpack.cmd", driver + " diff \"$LOCAL\" \"$REMOTE\"");
    git(
        repository,
        "config",
        "difftool.kpack-html.cmd",
        driver + " diff --format html -o '" + page + "' --force \"$LOCAL\" \"$REMOTE\"");
    assertThat(git(repository, "difftool", "-y", "--tool=kpack", "--", "*.kpm"))
        .contains("Comparison of manifests", "gfx90a lost 5 kernels and 2.4 KiB")
        // git's copy of the old manifest is in a folder without archives.
        .contains("Its archives are not beside it.")
        .contains("1 archive is missing.");
    git(repository, "difftool", "-y", "--tool=kpack-html", "--", "*.kpm");
    assertThat(page).content().contains("gfx90a lost 5 kernels and 2.4 KiB", "<svg ");
  }

  @Test
  void gitsOtherCallingFormsAreUnderstood() throws IOException {
    assertThat(CliRun.of("diff", "--git", "unmerged.kpack").out())
        .isEqualTo("* Unmerged path unmerged.kpack\n");
    CliRun renamed =
        CliRun.of(
            "diff",
            "--git",
            "old.kpack",
            archive("one.kpack", "kernel 1"),
            "0123",
            "100644",
            archive("two.kpack", "kernel 2"),
            "4567",
            "100644",
            "new.kpack",
            "similarity");
    assertThat(renamed.status()).isEqualTo(ExitStatus.DONE);
    assertThat(renamed.out()).contains("--- a/old.kpack", "+++ b/new.kpack");
    assertThat(CliRun.of("diff", "--git", "a", "b").status()).isEqualTo(ExitStatus.FAILED);
  }

  /** A command that runs the program from the classes under test. */
  private Path driver() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "git's driver is a shell script here");
    Path driver = folder.resolve("driver");
    String command = String.join("' '", JavaProcess.command(List.of()));
    Files.writeString(driver, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(command));
    assertThat(driver.toFile().setExecutable(true)).isTrue();
    return driver;
  }

  private static String git(Path repository, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(repository.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException noGit) {
      assumeTrue(false, "there is no git");
      return "";
    }
    process.getOutputStream().close();
    String out =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out;
  }
}
