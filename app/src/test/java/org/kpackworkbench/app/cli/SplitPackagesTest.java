package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packages of a split's artifacts are installed together, with Debian's own tools. Where {@code
 * dpkg} is not installed it is skipped, unless {@code KPACK_DPKG_REQUIRED} says that it must be
 * there.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SplitPackagesTest {
  private static final String STAGE = "math-libs/rocRAND/stage";

  @TempDir private Path folder;

  private Dpkg dpkg;

  @BeforeEach
  void dpkgIsThere() throws IOException {
    dpkg = Dpkg.in(folder);
  }

  private List<Path> artifacts() throws IOException {
    Path artifact = folder.resolve("in/rand_lib_gfx94X");
    Path lib = Files.createDirectories(artifact.resolve(STAGE + "/lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), STAGE + "\n");
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("librocrand.so"));
    CliRun split =
        CliRun.of(
            "split",
            "--artifact-dir",
            artifact,
            "--artifact-prefix",
            "rand_lib",
            "--output-dir",
            folder.resolve("out"));
    assertThat(split.status()).as(split.err()).isZero();
    try (Stream<Path> made = Files.list(folder.resolve("out"))) {
      return made.sorted().toList();
    }
  }

  /** A package that installs what is below the artifact's stage. */
  private String packed(Path artifact) throws IOException {
    String name =
        artifact
            .getFileName()
            .toString()
            .toLowerCase(java.util.Locale.ROOT)
            .replaceAll("[^a-z0-9.+-]", "-");
    Path root = folder.resolve("packages").resolve(name);
    Path target = root.resolve("opt/rocm");
    Files.createDirectories(target.getParent());
    assertThat(
            dpkg.run(List.of("cp", "-a", artifact.resolve(STAGE).toString(), target.toString()))
                .status())
        .isZero();
    Files.createDirectories(root.resolve("DEBIAN"));
    Files.writeString(
        root.resolve("DEBIAN/control"),
        "Package: %s\nVersion: 1\nArchitecture: amd64\nMaintainer: none <none@example.org>\nDescription: test\n"
            .formatted(name));
    Path deb = folder.resolve(name + ".deb");
    Dpkg.Ran built =
        dpkg.run(
            List.of(
                "dpkg-deb", "--root-owner-group", "-Znone", "-b", root.toString(), deb.toString()));
    assertThat(built.status()).as(built.printed()).isZero();
    return deb.toString();
  }

  private Dpkg.Ran unpack(List<String> packages) throws IOException {
    return dpkg.onRoot(dpkg.newRoot(), "--unpack", packages);
  }

  @Test
  void installTogether() throws IOException {
    List<Path> artifacts = artifacts();
    assertThat(artifacts).hasSizeGreaterThan(3);
    List<String> packages = new ArrayList<>();
    for (Path artifact : artifacts) {
      packages.add(packed(artifact));
    }
    Dpkg.Ran together = unpack(packages);
    assertThat(together.status()).as(together.printed()).isZero();
    // So it was when each artifact had the manifest.
    List<String> conflicting = new ArrayList<>();
    for (Path artifact : artifacts) {
      Path manifest = artifact.resolve(STAGE + "/.kpack/rand_lib.kpm");
      if (!Files.exists(manifest)) {
        Files.createDirectories(manifest.getParent());
        Files.writeString(manifest, "one of " + artifact.getFileName());
      }
      Path again = folder.resolve("again").resolve(artifact.getFileName());
      Files.createDirectories(again.getParent());
      Files.move(artifact, again);
      deleted(folder.resolve("packages"));
      conflicting.add(packed(again));
    }
    Dpkg.Ran conflict = unpack(conflicting);
    assertThat(conflict.status()).isNotZero();
    assertThat(conflict.printed()).contains("trying to overwrite", "rand_lib.kpm");
  }

  private void deleted(Path path) throws IOException {
    assertThat(dpkg.run(List.of("rm", "-r", "--", path.toString())).status()).isZero();
  }
}
