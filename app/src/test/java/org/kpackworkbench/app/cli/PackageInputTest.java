package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands do with files is done with what is in wheels, packages and tar files. */
class PackageInputTest {
  /** A fixture. */
  static final String WHEEL = "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl";

  @TempDir private Path folder;

  private static Path fixture(String name) {
    return Checkout.root().resolve("model/src/test/fixtures/bin").resolve(name);
  }

  /** All code objects but where they are. */
  private static List<?> codeObjects(CliRun run, String field) {
    return run.rows(field).stream()
        .map(row -> Map.of("target", row.get("target"), "index", row.get("index")))
        .toList();
  }

  /** A library and its device code come in several packages. */
  @Test
  void readsFoldersOfPackages() throws IOException {
    Path wheel = fixture("many-1.0-py3-none-linux_x86_64.whl");
    Path split = folder.resolve("wheels");
    assertThat(CliRun.of("split-wheel", wheel, "-o", split).status()).isZero();
    Set<Object> targets = new TreeSet<>();
    CliRun.of("list", split, "--json").rows("files").stream()
        .flatMap(file -> ((List<?>) file.get("entries")).stream())
        .forEach(row -> targets.add(((Map<?, ?>) row).get("target")));
    assertThat(targets)
        .containsExactly("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    assertThat(CliRun.of("kernels", split).out()).contains("gfx942", "gfx1100");
    assertThat(CliRun.of("extract", split, "--all", "-o", folder.resolve("code")).status())
        .isZero();
    assertThat(contents(folder.resolve("code"))).hasSize(5);
    // As installed, the one wheel and the several ones have the same library.
    CliRun compared = CliRun.of("diff", wheel, split);
    assertThat(compared.out()).contains("changed  many/lib/libmany.so").doesNotContain("removed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl/tiny/lib/libtiny.so",
        "tiny.deb/usr/lib/libtiny.so.1",
        "tiny.rpm/usr/lib/libtiny.so"
      })
  void aFileInAPackageIsLikeAnyOther(String way) throws IOException {
    CliRun there = CliRun.of("list", fixture("libtiny.so"), "--json");
    CliRun inside = CliRun.of("list", fixture(way), "--json");
    assertThat(inside.status()).isZero();
    assertThat(codeObjects(inside, "entries"))
        .isNotEmpty()
        .isEqualTo(codeObjects(there, "entries"));
    Path mine = folder.resolve("x");
    Path theirs = folder.resolve("y");
    assertThat(CliRun.of("extract", fixture(way), "--all", "-o", mine).status()).isZero();
    assertThat(CliRun.of("extract", fixture("libtiny.so"), "--all", "-o", theirs).status())
        .isZero();
    assertThat(contents(mine)).isNotEmpty().isEqualTo(contents(theirs));
  }

  private static Set<String> contents(Path folder) throws IOException {
    Set<String> all = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        all.add(HexFormat.of().formatHex(Files.readAllBytes(file)));
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl",
        "tiny.deb",
        "tiny.rpm",
        "tiny.tar.gz"
      })
  void aPackageIsAllOfItsFiles(String name) {
    CliRun list = CliRun.of("list", fixture(name));
    assertThat(list.status()).isZero();
    assertThat(list.out()).contains(fixture(name) + "/").contains("libtiny").contains("gfx");
    CliRun kernels = CliRun.of("kernels", fixture(name), "--json");
    assertThat(kernels.status()).isZero();
    assertThat(kernels.out()).contains("libtiny");
    CliRun verify = CliRun.of("verify", fixture(name), "--json");
    assertThat(verify.status()).as(verify.out() + verify.err()).isZero();
    assertThat(verify.out()).contains("libtiny");
    CliRun resolve = CliRun.of("resolve", "--tree", fixture(name), "--target", "gfx803", "--json");
    assertThat(resolve.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(resolve.out()).contains("libtiny");
    CliRun same = CliRun.of("diff", fixture(name), fixture(name));
    assertThat(same.status()).as(same.out() + same.err()).isZero();
  }

  @Test
  void infoSaysWhatAPackageSaysOfItself() {
    Map<String, Object> wheel =
        CliRun.of(
                "info",
                fixture("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl"),
                "--json")
            .json();
    assertThat(wheel)
        .containsEntry("format", "wheel")
        .containsEntry("name", "tiny")
        .containsEntry("version", "1.0")
        .containsEntry("requires", List.of("numpy (>=1.20)"))
        .containsEntry("fileCount", 6);
    assertThat(CliRun.of("info", fixture("tiny.deb"), "--json").json())
        .containsEntry("format", "deb")
        .containsEntry("version", "1.0-1")
        .containsEntry("architecture", "amd64")
        .containsEntry("provides", List.of("tiny-runtime"));
    assertThat(CliRun.of("info", fixture("tiny.rpm"), "--json").json())
        .containsEntry("format", "rpm")
        .containsEntry("architecture", "x86_64");
    assertThat(CliRun.of("info", fixture("tiny.tar.gz"), "--json").json())
        .containsEntry("format", "tar")
        .containsEntry("fileCount", 3);
  }

  @Test
  void differencesOfPackagesAreThoseOfTheirTrees() {
    CliRun run = CliRun.of("diff", fixture("tiny.deb"), fixture("tiny.rpm"));
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    CliRun other =
        CliRun.of(
            "diff",
            fixture("tiny.deb"),
            fixture("tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl"));
    assertThat(other.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(other.out()).contains("usr/lib/libtiny.so.1");
  }

  /** As in folders, rows of files open down to code objects and what is in them. */
  @Test
  void differencesOfPackagesReachCodeObjects() throws IOException {
    Path library = Checkout.root().resolve("app/sample/lib/libmany.so");
    Path pruned = folder.resolve("libmany.so");
    assertThat(CliRun.of("prune", library, "--drop", "gfx1030", "-o", pruned).status()).isZero();
    Path old = wheel("old", library);
    Path now = wheel("now", pruned);
    CliRun files = CliRun.of("diff", old, now);
    assertThat(files.out()).contains("many/libmany.so").doesNotContain("gfx1030");
    CliRun deep = CliRun.of("diff", old, now, "--depth", "1");
    assertThat(deep.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(deep.out())
        .contains("removed  many/libmany.so ▸ wrapper 0 @ gfx1030")
        .doesNotContain("@ gfx942");
  }

  /** A wheel of one library, below a folder of its own. */
  private Path wheel(String below, Path library) throws IOException {
    return wheel(below, "many", library, "many/libmany.so");
  }

  private Path wheel(String below, String name, Path member, String path) throws IOException {
    Path file =
        Files.createDirectory(folder.resolve(below))
            .resolve(name + "-1.0-py3-none-linux_x86_64.whl");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(path));
      Files.copy(member, zip);
      zip.putNextEntry(new ZipEntry(name + "-1.0.dist-info/METADATA"));
      zip.write("Metadata-Version: 2.1\nName: %s\nVersion: 1.0\n".formatted(name).getBytes(UTF_8));
    }
    return file;
  }

  /** Of several packages, each path begins with the one that has it. */
  @Test
  void pathsBeginWithTheirPackage() throws IOException {
    Path library = folder.resolve("host-only.so");
    CliRun converted =
        CliRun.of(
            "convert",
            fixture("libmany.so"),
            "-o",
            library,
            "--kernel-name",
            "many",
            "--search-path",
            ".kpack/many_@GFXARCH@.kpack",
            "--archives",
            folder.resolve("archives"));
    assertThat(converted.status()).as(converted.err()).isZero();
    Path host = wheel("host", library);
    Path device =
        wheel(
            "device",
            "many_gfx942",
            folder.resolve("archives/many_gfx942.kpack"),
            "many/.kpack/many_gfx942.kpack");
    List<Object> resolve = List.of("resolve", "--tree", host + "," + device, "--target", "gfx1201");
    for (List<Object> command :
        List.of(resolve, List.<Object>of("verify", "--verbose", host, device))) {
      for (List<String> form : List.of(List.<String>of(), List.of("--json"))) {
        List<Object> words = new ArrayList<>(command);
        words.addAll(form);
        assertThat(CliRun.of(words.toArray()).out())
            .as("%s", words)
            .containsAnyOf(host + "/many/libmany.so", host.getFileName() + "/many/libmany.so")
            .doesNotContain(host + "," + device + "/");
      }
    }
  }

  /** Taken together they are one tree; of what a file is, each is one. */
  @Test
  void infoShowsEachOfSeveralPackages() {
    CliRun run = CliRun.of("info", fixture("tiny.deb") + "," + fixture("tiny.rpm"), "--json");
    assertThat(run.status()).isZero();
    assertThat(run.rows("files").stream().map(file -> file.get("format")))
        .containsExactly("deb", "rpm");
  }

  /** A damaged package is an error that says where, and not a file without code objects. */
  @Test
  void aCutPackageIsAnError() throws IOException {
    byte[] whole = Files.readAllBytes(fixture("tiny.deb"));
    Path cut = folder.resolve("cut.deb");
    Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
    for (String command : List.of("list", "info", "kernels")) {
      CliRun run = CliRun.of(command, cut);
      assertThat(run.status()).as(command).isEqualTo(ExitStatus.FAILED);
      assertThat(run.err()).as(command).contains("cut.deb").contains("expected");
    }
    CliRun verify = CliRun.of("verify", cut);
    assertThat(verify.status()).as(verify.out() + verify.err()).isNotZero();
    assertThat(verify.out() + verify.err()).contains("cut.deb").contains("expected");
  }

  /** It has the name that split's has. */
  @Test
  void theFormerNameOfAnOptionIsUnderstoodAndInNoHelp() throws IOException {
    Path wheels = folder.resolve("wheels");
    for (List<String> former :
        List.of(List.of("--databases", "rocblas"), List.of("--databases=rocblas,miopen"))) {
      List<Object> words =
          new ArrayList<>(List.of("split-wheel", fixture(WHEEL), "-o", wheels, "--dry-run"));
      words.addAll(former);
      CliRun run = CliRun.of(words.toArray());
      assertThat(run.status()).as(run.err()).isZero();
    }
    CliRun several =
        CliRun.of(
            "split-wheel",
            fixture(WHEEL),
            "-o",
            wheels,
            "--split-databases",
            "rocblas",
            "miopen",
            "--dry-run");
    assertThat(several.status()).as(several.err()).isZero();
    assertThat(CliRun.of("help", "split-wheel").out())
        .contains("--split-databases")
        .doesNotContain("--databases");
  }

  /** Exit statuses of split-wheel: 0 done or done before, 1 nothing to split, 2 no wheel. */
  @Test
  void splittingAWheelEndsAsItIsSaid() throws IOException {
    Path wheels = folder.resolve("wheels");
    CliRun done = CliRun.of("split-wheel", fixture(WHEEL), "-o", wheels);
    assertThat(done.status()).isZero();
    assertThat(done.out()).contains("device-gfx1030", "2 wheels; 1 binary host-only");
    CliRun again = CliRun.of("split-wheel", wheels.resolve(WHEEL), "-o", folder.resolve("again"));
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("was split before");
    Path device =
        wheels.resolve(
            "amd_tiny_device_gfx1030-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
    CliRun none = CliRun.of("split-wheel", device, "-o", folder.resolve("again"));
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("no device code that can be split");
    CliRun json = CliRun.of("split-wheel", device, "-o", folder.resolve("again"), "--json");
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.rows("problems")).hasSize(1);
    CliRun deb = CliRun.of("split-wheel", fixture("tiny.deb"), "-o", folder.resolve("again"));
    assertThat(deb.status()).isEqualTo(2);
    assertThat(deb.err()).contains("it is not a wheel");
    assertThat(folder.resolve("again")).doesNotExist();
  }

  @Test
  void aVariantHasALabelThatTheFormatAllows() throws IOException {
    Path wheels = folder.resolve("wheels");
    CliRun wrong =
        CliRun.of("split-wheel", fixture(WHEEL), "-o", wheels, "--variant-label", "ROCm");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("--variant-label", "lower case letters", "found ROCm");
    assertThat(wheels).doesNotExist();
    CliRun done =
        CliRun.of("split-wheel", fixture(WHEEL), "-o", wheels, "--variant-label", "rocm7");
    assertThat(done.status()).isZero();
    String label = WHEEL.replace(".whl", "-rocm7.whl");
    assertThat(done.out()).contains(label, "tiny-1.0-variants.json: the index of variants");
    assertThat(wheels.resolve(label)).exists();
    assertThat(CliRun.of("info", wheels.resolve(label)).out()).contains("variant", "rocm7");
    assertThat(CliRun.of("info", wheels.resolve(WHEEL)).out()).doesNotContain("variant");
  }

  @Test
  void adviceNamesThePackagesAndTheCommand() throws IOException {
    Path wheels = folder.resolve("wheels");
    assertThat(CliRun.of("split-wheel", fixture(WHEEL), "-o", wheels).status()).isZero();
    CliRun served = CliRun.of("advise", wheels, "--gpu", "gfx1030");
    assertThat(served.status()).isZero();
    assertThat(served.out())
        .contains("2 of 2 packages")
        .endsWith("pip install --find-links %s 'tiny[device-gfx1030]'\n".formatted(wheels));
    CliRun other = CliRun.of("advise", wheels, "--gpu", "MI300X");
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.out())
        .contains("0 of 2 packages", "gfx942 gets no code in " + folder.resolve("wheels/tiny-1.0"));
    assertThat(CliRun.of("advise", wheels).status()).isEqualTo(2);
  }
}
