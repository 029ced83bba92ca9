package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command that writes and is given the same again: it says that all is up to date and writes
 * nothing, but only where what it would write is there to the last byte.
 */
class SecondRunTest {
  private static final String PACK =
      "pack %/tree -o %/out --group-name g --gfx-arch-family f --level 3";
  private static final String PACK_FILE =
      "pack %/tree/lib/libdrift.so -o %/out --group-name g --gfx-arch-family f";
  private static final String CONVERT =
      "convert %/tree/lib/libdrift.so -o %/out/lib/libdrift.so --kernel-name lib/libdrift.so"
          + " --search-path ../.kpack/d_@GFXARCH@.kpack --archives %/out/.kpack";
  private static final String SPLIT =
      "split --artifact-dir %/build/blas_lib_gfx9X --output-dir %/out --split-databases rocblas";
  private static final String SPLIT_ALL =
      "split --batch-artifact-parent-dir %/build --output-dir %/out --format tar.zst";
  private static final String RECOMBINE =
      "recombine --input-shards-dir %/shards --config %/packaging.json --output-dir %/out";
  private static final String OVERLAY =
      "overlay %/shards/one/blas_lib_generic %/shards/one/blas_lib_gfx942 -o %/out";
  private static final String EXTRACT = "extract %/tree/lib/libdrift.so --all -o %/out";
  private static final String EXTRACT_ONE =
      "extract %/tree/lib/libdrift.so --index 0 --target gfx942 -o %/out/one.hsaco";

  private static final String RESTORE = "restore %/host/libdrift.so -o %/out/libdrift.so";

  private static final String EDIT =
      "edit %/host/k_gfx942.kpack --set family=other -o %/out/e.kpack";

  @TempDir private Path folder;

  @BeforeEach
  void inputs() throws IOException {
    Path lib = Files.createDirectories(folder.resolve("tree/lib"));
    Files.copy(CliRun.fixture("libdrift.so"), lib.resolve("libdrift.so"));
    Files.writeString(lib.resolve("readme.txt"), "text");
    Files.createSymbolicLink(lib.resolve("libdrift.so.1"), Path.of("libdrift.so"));
    Path artifact = folder.resolve("build/blas_lib_gfx9X");
    Path stage = Files.createDirectories(artifact.resolve("math/stage/lib/rocblas/library"));
    // Two stage prefixes with one folder above both.
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\nmath/other/stage\n");
    for (String path : List.of("math/stage/lib/libdrift.so", "math/other/stage/lib/libmore.so")) {
      Path library = artifact.resolve(path);
      Files.createDirectories(library.getParent());
      Files.copy(CliRun.fixture("libdrift.so"), library);
    }
    Files.writeString(stage.resolve("T_gfx942.dat"), "942");
    Files.createDirectories(folder.resolve("out"));
    Files.createDirectories(folder.resolve("host"));
    run(
        "convert %/tree/lib/libdrift.so -o %/host/libdrift.so --kernel-name k --archives %/host"
            + " --search-path k_@GFXARCH@.kpack");
    Files.writeString(
        folder.resolve("packaging.json"),
        """
        {"primary_shard": "one", "architecture_groups": {
          "gfx9X": {"architectures": ["gfx90a", "gfx942"]},
          "other": {"architectures": ["gfx1030", "gfx1100"]}}}
        """);
  }

  private CliRun run(String line) {
    if (line.contains("%/shards") && !Files.exists(folder.resolve("shards"))) {
      assertThat(command(SPLIT.replace("%/out", "%/shards/one")).status()).isZero();
    }
    return command(line);
  }

  private CliRun command(String line) {
    return CliRun.of(
        Stream.of(line.split(" ")).map(word -> word.replace("%/", folder + "/")).toArray());
  }

  /**
   * What is in the output: every file by its inode, time and bytes, so that a new one is detected.
   */
  private Map<String, String> state() throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder.resolve("out"))) {
      for (Path path : paths.skip(1).toList()) {
        BasicFileAttributes attributes =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        // Files that were made to be compared have come and gone in folders.
        String content =
            attributes.isRegularFile() ? attributes.lastModifiedTime() + " " + sum(path) : "";
        state.put(path.toString(), attributes.fileKey() + " " + content);
      }
    }
    return state;
  }

  private static String sum(Path file) throws IOException {
    return String.valueOf(Arrays.hashCode(Files.readAllBytes(file)));
  }

  /** The last regular file of the output whose name ends so. */
  private Path output(String ending) throws IOException {
    try (Stream<Path> paths = Files.walk(folder.resolve("out"))) {
      return paths
          .filter(path -> path.toString().endsWith(ending) && !Files.isDirectory(path))
          .max(Path::compareTo)
          .orElseThrow();
    }
  }

  /** What a report says is the command's answer; that it was there already changes nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify %/tree --format json -o %/out/report",
        "diff %/tree/lib/libdrift.so %/host/libdrift.so --format json -o %/out/report"
      })
  void aReportOfTheSameIsLeftAlone(String line) throws IOException {
    CliRun first = run(line);
    assertThat(folder.resolve("out/report")).exists();
    Map<String, String> before = state();
    CliRun second = run(line);
    assertThat(second.status()).as(second.err()).isEqualTo(first.status()).isLessThan(2);
    assertThat(state()).isEqualTo(before);
    Files.writeString(folder.resolve("out/report"), "mine");
    CliRun third = run(line);
    assertThat(third.status()).isEqualTo(2);
    assertThat(third.err()).contains("already exists", "--force replaces it");
    assertThat(folder.resolve("out/report")).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PACK,
        PACK_FILE,
        CONVERT,
        SPLIT,
        SPLIT_ALL,
        RECOMBINE,
        RECOMBINE + " --format tar.zst",
        OVERLAY,
        OVERLAY + " --flatten",
        OVERLAY + " --clean",
        EXTRACT,
        EXTRACT_ONE,
        RESTORE,
        EDIT
      })
  void theSameOnceMoreIsUpToDate(String line) throws IOException {
    CliRun first = run(line);
    assertThat(first.status()).as(first.err()).isZero();
    assertThat(first.out()).doesNotContain("Up to date");
    Map<String, String> before = state();
    assertThat(before).isNotEmpty();

    CliRun second = run(line);
    assertThat(second.status()).as(second.err()).isZero();
    assertThat(second.out()).contains("Up to date: all of it already existed");
    assertThat(state()).isEqualTo(before);
    CliRun json = run(line + " --json");
    assertThat(json.status()).isZero();
    assertThat(json.json()).containsEntry("upToDate", true);
    assertThat(state()).isEqualTo(before);

    // With the option it is written.
    CliRun forced = run(line + " --force --json");
    assertThat(forced.status()).as(forced.err()).isZero();
    assertThat(forced.json()).containsEntry("upToDate", false);
    assertThat(state()).isNotEqualTo(before);
    assertThat(run(line).out()).contains("Up to date");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        PACK + " .kpack",
        PACK + " readme.txt",
        CONVERT + " .kpack",
        CONVERT + " libdrift.so",
        SPLIT + " .kpm",
        SPLIT_ALL + " .tar.zst",
        RECOMBINE + " .kpack",
        RECOMBINE + " --format tar.zst .tar.zst",
        EXTRACT_ONE + " one.hsaco",
        RESTORE + " libdrift.so",
        EDIT + " e.kpack"
      })
  void oneOtherByteIsNotUpToDateAndStays(String lineAndEnding) throws IOException {
    String line = lineAndEnding.substring(0, lineAndEnding.lastIndexOf(' '));
    assertThat(run(line).status()).isZero();
    Path file = output(lineAndEnding.substring(line.length() + 1));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Map<String, String> before = state();
    CliRun again = run(line);
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.out()).doesNotContain("Up to date");
    assertThat(again.err()).contains("already exists", "--force replaces it");
    assertThat(state()).isEqualTo(before);
    CliRun forced = run(line + " --force");
    assertThat(forced.status()).as(forced.err()).isZero();
    assertThat(run(line).out()).contains("Up to date");
  }

  @ParameterizedTest
  @ValueSource(strings = {PACK, RECOMBINE, EXTRACT})
  void otherInputIsNotUpToDate(String line) throws IOException {
    assertThat(run(line).status()).isZero();
    Path input =
        folder.resolve(
            switch (line) {
              case RECOMBINE ->
                  "shards/one/blas_lib_gfx942/math/stage/lib/rocblas/library/T_gfx942.dat";
              default -> "tree/lib/libdrift.so";
            });
    if (line.equals(RECOMBINE)) {
      Files.writeString(input, "943");
    } else {
      Files.delete(input);
      Files.copy(CliRun.fixture("libmany.so"), input);
    }
    Map<String, String> before = state();
    CliRun again = run(line);
    assertThat(again.status()).as(again.out()).isEqualTo(2);
    assertThat(again.out()).doesNotContain("Up to date");
    before.forEach((path, what) -> assertThat(Path.of(path)).exists());
  }

  @Test
  void otherArgumentsAndModesAndFilesAreNotUpToDate() throws IOException {
    assertThat(run(PACK).status()).isZero();
    assertThat(run(PACK.replace("--level 3", "--level 19")).status()).isEqualTo(2);
    assertThat(run(PACK + " --keep-targets gfx942").status()).isEqualTo(2);
    assertThat(run(PACK + " --gfx-arches gfx942").status()).isEqualTo(2);
    Path text = output("readme.txt");
    var mode = Files.getPosixFilePermissions(text);
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rwxr-x--x"));
    assertThat(run(PACK).err()).contains("already exists, and differs in lib/readme.txt");
    Files.setPosixFilePermissions(text, mode);
    Files.setLastModifiedTime(text, java.nio.file.attribute.FileTime.fromMillis(0));
    assertThat(run(PACK).out()).as("a time is no content").contains("Up to date");
    Path more = Files.writeString(text.resolveSibling("more.txt"), "");
    assertThat(run(PACK).err()).contains("already exists, and differs in lib/more.txt");
    Files.delete(more);
    Path link = text.resolveSibling("libdrift.so.1");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("./libdrift.so"));
    assertThat(run(PACK).err()).contains("already exists, and differs in lib/libdrift.so.1");
    Files.delete(link);
    assertThat(run(PACK).err()).contains("already exists, and differs in lib/libdrift.so.1");
  }

  @Test
  void whatIsMissingOfSeveralFilesIsNotUpToDate() throws IOException {
    assertThat(run(CONVERT).status()).isZero();
    Path archive = output(".kpack");
    Path aside = Files.move(archive, folder.resolve("aside"));
    assertThat(run(CONVERT).status()).isEqualTo(2);
    assertThat(archive).doesNotExist();
    Files.move(aside, archive);
    assertThat(run(CONVERT).out()).contains("Up to date");
    // Of code objects each is a file of its own.
    assertThat(run(EXTRACT).status()).isZero();
    Path code = output(".hsaco");
    Files.delete(code);
    CliRun more = run(EXTRACT + " --json");
    assertThat(more.status()).isZero();
    assertThat(more.json()).containsEntry("upToDate", false);
    assertThat(code).exists();
  }

  @Test
  void findingsCountAgain() throws IOException {
    Files.copy(CliRun.fixture("libcomm.so"), folder.resolve("tree/lib/libcomm.so"));
    CliRun first = run(PACK);
    assertThat(first.status()).isEqualTo(1);
    CliRun second = run(PACK);
    assertThat(second.status()).isEqualTo(1);
    assertThat(second.out()).contains("Up to date");
    assertThat(second.err()).isEqualTo(first.err());
  }

  @Test
  void aDryRunSaysThatSomethingIsThere() throws IOException {
    assertThat(run(PACK).status()).isZero();
    Map<String, String> before = state();
    CliRun planned = run(PACK + " --dry-run");
    assertThat(planned.status()).isZero();
    assertThat(planned.err()).contains("already exists: it is compared");
    assertThat(state()).isEqualTo(before);
  }
}
