package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An artifact goes from split to verify, recombine and overlay on the command line. */
class WholeCycleCommandsTest {
  private static final String RAND = "math-libs/rocRAND/stage";
  private static final String HIP = "math-libs/hipRAND/stage";

  @TempDir private Path folder;

  private static CliRun done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as("%s: %s%s", List.of(args), run.out(), run.err()).isZero();
    return run;
  }

  private void cycle(Path library, String name) throws IOException {
    Path artifact = folder.resolve("rand_lib_gfxall");
    Path databases = Files.createDirectories(artifact.resolve(RAND + "/lib/rocblas/library"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), RAND + "\n" + HIP + "\n");
    Files.copy(library, artifact.resolve(RAND + "/lib").resolve(name));
    Files.createSymbolicLink(artifact.resolve(RAND + "/lib/lib.so"), Path.of(name));
    Files.createDirectories(artifact.resolve(HIP + "/lib"));
    Files.copy(CliRun.fixture("libcompressed.so"), artifact.resolve(HIP + "/lib/libcompressed.so"));
    for (String each : List.of("gfx90a.dat", "gfx1100.dat")) {
      Files.writeString(databases.resolve("T_" + each), "made up for " + each);
    }
    Path shards = folder.resolve("shards");
    CliRun split =
        done(
            "split",
            "--artifact-dir",
            artifact,
            "--output-dir",
            shards.resolve("one"),
            "--split-databases",
            "rocblas",
            "--json");
    done("verify", shards);
    String targets =
        split.rows("artifacts").stream()
            .map(row -> "\"" + row.get("target") + "\"")
            .filter(target -> !target.equals("\"generic\""))
            .collect(Collectors.joining(", "));
    Path config = folder.resolve("packaging.json");
    Files.writeString(
        config,
        "{\"primary_shard\": \"one\", \"architecture_groups\": {\"all\": {\"architectures\": [%s]}}}"
            .formatted(targets));
    Path packages = folder.resolve("packages");
    CliRun recombined =
        done(
            "recombine",
            "--input-shards-dir",
            shards,
            "--config",
            config,
            "--output-dir",
            packages,
            "--json");
    done("verify", packages);
    for (boolean flat : List.of(false, true)) {
      Path tree = folder.resolve(flat ? "flat" : "staged");
      List<Object> args = new ArrayList<>(List.of("overlay", "-o", tree));
      recombined.rows("artifacts").forEach(row -> args.add(row.get("path")));
      if (flat) {
        args.add("--flatten");
      }
      done(args.toArray());
      done("verify", tree);
      Path lib = tree.resolve(flat ? "lib" : RAND + "/lib");
      assertThat(CliRun.of("info", lib.resolve(name), "--json").json())
          .containsEntry("deviceCode", "host-only");
      assertThat(Files.readSymbolicLink(lib.resolve("lib.so"))).hasToString(name);
      assertThat(lib.resolve("rocblas/library/T_gfx90a.dat")).hasContent("made up for gfx90a.dat");
    }
    // What came from an overlay is not split again.
    Path again = Files.move(folder.resolve("staged"), folder.resolve("again_lib_gfxall"));
    CliRun refused =
        CliRun.of("split", "--artifact-dir", again, "--output-dir", folder.resolve("x"));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains(".prebuilt");
  }

  @Test
  void ofAFixture() throws IOException {
    cycle(CliRun.fixture("libdrift.so"), "libdrift.so.1");
  }

  @Test
  @Tag("real")
  void ofARealLibrary() throws IOException {
    cycle(RealFile.path(), "librocrand.so.1.1");
  }
}
