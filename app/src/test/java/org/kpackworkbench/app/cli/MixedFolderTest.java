package org.kpackworkbench.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** One of the two is packed, the other a folder. */
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
    try (ZipOutputStream wheel =
        new ZipOutputStream(Files.newOutputStream(mixed.resolve("w-1-py3-none-any.whl")))) {
      wheel.putNextEntry(new ZipEntry("w/libtwo.so"));
      Files.copy(CliRun.fixture("libmany.so"), wheel);
      wheel.putNextEntry(new ZipEntry("w-1.dist-info/METADATA"));
      wheel.write("Metadata-Version: 2.1\nName: w\nVersion: 1\n".getBytes(UTF_8));
    }
    assertThat(CliRun.of("resolve", "--tree", mixed, "--target", "gfx942", "--json").out())
        .contains("stage/lib/libmany.so", "opt/lib/libone.so", "w/libtwo.so");
    assertThat(CliRun.of("verify", mixed, "--json").out())
        .contains("stage/lib/libmany.so", "opt/lib/libone.so", "w-1-py3-none-any.whl");
    assertThat(CliRun.of("advise", mixed, "--target", "gfx942").out()).contains(mixed + "/opt: ");
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
}
