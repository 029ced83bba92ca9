package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.files.TreeDeletion;

/** A folder with packed artifacts and other things is one tree for every question. */
class MixedFolderTest {
  @TempDir static Path folder;
  private static Path packed;
  private static Path folders;

  @BeforeAll
  static void split() throws IOException {
    Path artifact = folder.resolve("in/rand_lib_gfx9X");
    Files.createDirectories(artifact.resolve("stage/lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    Files.copy(CliRun.fixture("libmany.so"), artifact.resolve("stage/lib/libmany.so"));
    Files.copy(CliRun.fixture("libmany.so"), artifact.resolve("stage/lib/librocblas.so"));
    packed = folder.resolve("packed");
    folders = folder.resolve("folders");
    String format = "--artifact-format=tar.zst";
    done("split", "--artifact-dir", artifact, "-o", packed, format);
    done("split", "--artifact-dir", artifact, "-o", folders);
  }

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as("%s: %s%s", List.of(args), run.out(), run.err()).isZero();
    return run;
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
    return to;
  }

  /** Copies two artifacts, packs the named one and leaves the other a folder. */
  private static Path halves(String which) throws IOException {
    Path mixed = Files.createTempDirectory(folder, "mixed");
    boolean generic = which.equals("generic");
    String first = "rand_lib_generic";
    String other = "rand_lib_gfx942";
    String name = (generic ? first : other) + ".tar.zst";
    Files.copy(packed.resolve(name), mixed.resolve(name));
    copy(folders.resolve(generic ? other : first), mixed.resolve(generic ? other : first));
    return mixed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"generic", "device"})
  void findsCodeOfAPackedArtifactInAFolderAndTheOtherWayAround(String which) throws IOException {
    Path mixed = halves(which);
    CliRun run = done("resolve", "--tree", mixed, "--target", "gfx942", "--json");
    assertThat(run.rows("results"))
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.get("outcome")).isEqualTo("found"));
    assertThat(done("verify", mixed, "--verbose").out()).doesNotContain("archives-found");
    assertThat(done("verify", mixed, "--json").out())
        .contains("libmany.so")
        .doesNotContain("archives-found");
    assertThat(done("resolve", "--tree", mixed).out()).contains("gfx942");
    assertThat(CliRun.of("doctor", mixed, "--gpu", "gfx942").out()).contains("rocBLAS");
  }

  @Test
  void readsWhatLiesBesidePackedArtifacts() throws IOException {
    Path mixed = halves("generic");
    Files.createDirectories(mixed.resolve("opt/lib"));
    Files.copy(CliRun.fixture("libone.so"), mixed.resolve("opt/lib/libone.so"));
    Files.createSymbolicLink(mixed.resolve("opt/lib/link.so"), Path.of("libone.so"));
    wheel(mixed.resolve("w-1-py3-none-any.whl"), "w/libtwo.so", "libmany.so");
    assertThat(CliRun.of("resolve", "--tree", mixed, "--target", "gfx942", "--json").out())
        .contains("stage/lib/libmany.so", "opt/lib/libone.so", "w/libtwo.so");
    assertThat(CliRun.of("verify", mixed, "--json").out())
        .contains("stage/lib/libmany.so", "opt/lib/libone.so", "w-1-py3-none-any.whl");
    assertThat(CliRun.of("advise", mixed, "--target", "gfx942").out()).contains(mixed + "/opt: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "info", "kernels", "search"})
  void listingsReadPackedArtifacts(String command) throws IOException {
    Path mixed = halves("generic");
    Files.copy(
        packed.resolve("rand_lib_gfx1100.tar.zst"), mixed.resolve("rand_lib_gfx1100.tar.zst"));
    Files.createDirectories(mixed.resolve("opt"));
    Files.copy(CliRun.fixture("libone.so"), mixed.resolve("opt/libone.so"));
    List<Object> line = new ArrayList<>(List.of(command, mixed, "--recursive"));
    if (command.equals("search")) {
      line.add("s_endpgm");
    }
    CliRun run = CliRun.of(line.toArray());
    assertThat(run.out() + run.err()).contains("rand_lib_generic.tar.zst/stage/lib/libmany.so");
    if (!command.equals("search")) {
      // Search names only files with a match.
      assertThat(run.out()).contains("rand_lib_gfx1100", "libone.so", "rand_lib_gfx942");
    }
  }

  @Test
  void refusesByNameWhatItCannotRead() throws IOException {
    Path mixed = halves("generic");
    Files.createDirectories(folder.resolve("elsewhere"));
    Files.createSymbolicLink(mixed.resolve("away"), folder.resolve("elsewhere"));
    CliRun run = CliRun.of("resolve", "--tree", mixed, "--target", "gfx942");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(mixed.resolve("away").toString()).contains("elsewhere");
    Files.delete(mixed.resolve("away"));
    Files.writeString(mixed.resolve("broken.whl"), "text");
    CliRun broken = CliRun.of("resolve", "--tree", mixed, "--target", "gfx942");
    assertThat(broken.status()).isEqualTo(2);
    assertThat(broken.err()).contains(mixed.resolve("broken.whl").toString());
  }

  /** Each path begins with the package that has it, as that was named, and can be read again. */
  @Test
  void pathsBeginWithTheirPackage() throws IOException {
    Path here = Files.createTempDirectory(Path.of(""), "named");
    try {
      Path packages = Files.createDirectory(here.resolve("packages"));
      wheel(packages.resolve("h-1-py3-none-any.whl"), "p/libmany.so", "libmany.so");
      wheel(packages.resolve("d-1-py3-none-any.whl"), "p/other.so", "libone.so");
      String host = packages + "/h-1-py3-none-any.whl/p/libmany.so";
      for (String command : List.of("resolve --target gfx942 --tree", "verify", "list")) {
        List<Object> line = new ArrayList<>(List.of((Object[]) command.split(" ")));
        line.addAll(List.of(packages, "--json"));
        assertThat(CliRun.of(line.toArray()).out())
            .as(command)
            .contains(host)
            .doesNotContain(packages.toAbsolutePath() + "/");
      }
      done("resolve", host, "--target", "gfx942");
      Path artifacts = copy(packed, here.resolve("artifacts"));
      String inside = artifacts + "/rand_lib_generic.tar.zst/stage/lib/libmany.so";
      String device = artifacts + "/rand_lib_gfx942.tar.zst/stage/.kpack/rand_lib_gfx942.kpack";
      for (Object subject : List.of(artifacts, inside)) {
        String tree = subject.equals(artifacts) ? "--tree" : "--load";
        CliRun run = done("resolve", tree, subject, "--target", "gfx942", "--json");
        assertThat(run.out()).contains("\"binary\": \"" + inside, "\"archive\": \"" + device);
        if (subject.equals(artifacts)) {
          // Steps are the loader's own lines, which have real paths.
          assertThat(run.out()).doesNotContain(artifacts.toAbsolutePath() + "/");
        }
      }
      Path unpacked = copy(folders, here.resolve("folders"));
      assertThat(done("resolve", "--tree", unpacked, "--target", "gfx942").out())
          .contains("as if the 6 artifacts in " + unpacked + " were overlaid");
      assertThat(CliRun.of("doctor", unpacked, "--gpu", "gfx942").out())
          .contains(unpacked.toString())
          .doesNotContain(unpacked.toAbsolutePath().toString());
    } finally {
      TreeDeletion.delete(here);
    }
  }

  private static void wheel(Path file, String path, String fixture) throws IOException {
    String name = file.getFileName().toString().substring(0, 1);
    try (ZipOutputStream wheel = new ZipOutputStream(Files.newOutputStream(file))) {
      wheel.putNextEntry(new ZipEntry(path));
      Files.copy(CliRun.fixture(fixture), wheel);
      wheel.putNextEntry(new ZipEntry(name + "-1.dist-info/WHEEL"));
      wheel.write("Wheel-Version: 1.0\nTag: py3-none-any\n".getBytes(UTF_8));
      wheel.putNextEntry(new ZipEntry(name + "-1.dist-info/METADATA"));
      wheel.write("Metadata-Version: 2.1\nName: %s\nVersion: 1\n".formatted(name).getBytes(UTF_8));
    }
  }

  @Test
  void doctorNamesADamagedArtifactAndGoesOn() throws IOException {
    Path mixed = Files.createTempDirectory(folder, "damaged");
    copy(folders.resolve("rand_lib_generic"), mixed.resolve("rand_lib_generic"));
    Path whole = packed.resolve("rand_lib_gfx942.tar.zst");
    Files.copy(whole, mixed.resolve("rand_lib_gfx942.tar.zst"));
    Path cut = mixed.resolve("rand_lib_gfx1100.tar.zst");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(whole), 50));
    CliRun run = CliRun.of("doctor", mixed, "--target", "gfx942");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).contains("librocblas.so");
    assertThat(run.err())
        .hasLineCount(1)
        .contains(": " + cut + ": ")
        .doesNotContain(cut + ": " + cut);
    CliRun json = CliRun.of("doctor", mixed, "--target", "gfx942", "--json");
    assertThat(json.rows("findings"))
        .anySatisfy(
            row ->
                assertThat(row)
                    .containsEntry("file", cut.toString())
                    .containsEntry("severity", "error"));
  }
}
