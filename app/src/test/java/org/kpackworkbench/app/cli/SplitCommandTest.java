package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SplitCommandTest {
  @TempDir private Path folder;
  private Path shard;
  private Path artifact;

  @BeforeEach
  void artifacts() throws IOException {
    shard = folder.resolve("shard");
    artifact = shard.resolve("blas_lib_gfx9X");
    Path stage = artifact.resolve("math/stage");
    Files.createDirectories(stage.resolve("lib/rocblas/library"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    Files.copy(CliRun.fixture("libdrift.so"), stage.resolve("lib/libdrift.so"));
    Files.writeString(stage.resolve("lib/rocblas/library/T_gfx942.dat"), "942");
    Path other = shard.resolve("base_lib_gfx9X");
    Files.createDirectories(other.resolve("base/stage"));
    Files.writeString(other.resolve("artifact_manifest.txt"), "base/stage\n");
    Files.writeString(other.resolve("base/stage/x"), "x");
  }

  private CliRun split(Object... more) {
    List<Object> args = new ArrayList<>(List.of("split", "--output-dir", folder.resolve("out")));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  private static List<Object> names(CliRun run) {
    List<Object> names = new ArrayList<>();
    run.rows("artifacts").forEach(row -> names.add(row.get("name")));
    return names;
  }

  @Test
  void oneArtifactAsBuildsAskForIt() {
    CliRun planned =
        split("--artifact-dir", artifact, "--split-databases", "rocblas", "--dry-run", "--json");
    assertThat(planned.status()).isZero();
    assertThat(folder.resolve("out")).doesNotExist();
    CliRun run =
        split(
            "--artifact-dir",
            artifact,
            "--artifact-prefix",
            "blas_lib",
            "--clang-offload-bundler",
            "/opt/rocm/llvm/bin/clang-offload-bundler",
            "--tmp-dir",
            folder,
            "--verbose",
            "--split-databases",
            "rocblas",
            "hipblaslt,miopen",
            "--json");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(names(run))
        .containsExactly(
            "blas_lib_generic",
            "blas_lib_gfx90a",
            "blas_lib_gfx942",
            "blas_lib_gfx1030",
            "blas_lib_gfx1100")
        .isEqualTo(names(planned));
    Map<String, Object> gfx942 = run.rows("artifacts").get(2);
    assertThat(gfx942)
        .containsEntry("path", folder.resolve("out/blas_lib_gfx942").toString())
        .containsEntry("target", "gfx942")
        .containsEntry("kernels", 3)
        .containsEntry("files", 2);
    assertThat(run.rows("skipped")).isEmpty();
    assertThat(run.rows("failed")).isEmpty();
    assertThat(folder.resolve("out/blas_lib_generic/math/stage/.kpack/blas_lib.kpm")).exists();
  }

  @Test
  void databasesThatStayAreSaid() {
    CliRun run = split("--artifact-dir", artifact);
    assertThat(run.status()).isZero();
    assertThat(run.err())
        .contains("1 file of rocblas (gfx942; 3 B) stays in the generic artifact")
        .contains("name rocblas in --split-databases");
    CliRun json = split("--artifact-dir", artifact, "--dry-run", "--json");
    assertThat(json.rows("findings"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("rule", "database-left")
                    .containsEntry("severity", "note"));
    CliRun moved = split("--artifact-dir", artifact, "--split-databases", "rocblas", "--dry-run");
    assertThat(moved.err()).doesNotContain("rocblas");
  }

  @Test
  void targetsAndOptionsDecideWhatIsWritten() throws IOException {
    CliRun run =
        split(
            "--artifact-dir",
            artifact,
            "--gpu-targets",
            "gfx942",
            "gfx1100",
            "--no-kpm",
            "--compression",
            "none",
            "--format",
            "tar.zst",
            "--jobs",
            1,
            "--json");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(names(run))
        .containsExactly("blas_lib_generic", "blas_lib_gfx942", "blas_lib_gfx1100");
    Path first = folder.resolve("out/blas_lib_gfx942.tar.zst");
    assertThat(first).isRegularFile();
    Path second = folder.resolve("again/blas_lib_gfx942.tar.zst");
    Files.createDirectories(second.getParent());
    Files.copy(first, second);
    // One artifact in two packings.
    assertThat(CliRun.of("verify", first, second).err()).doesNotContain("not empty");
    // What the first run wrote is replaced.
    CliRun again = split("--artifact-dir", artifact, "--format", "tar.zst");
    assertThat(again.status()).as(again.err()).isZero();
    assertThat(folder.resolve("out/blas_lib_gfx90a.tar.zst")).exists();
    Files.write(first, new byte[] {1}, StandardOpenOption.APPEND);
    CliRun refused = split("--artifact-dir", artifact, "--format", "tar.zst");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("already exists", "; --force replaces it");
    assertThat(split("--artifact-dir", artifact, "--format", "tar.zst", "--force").status())
        .isZero();
  }

  @Test
  void aFolderOfArtifactsAsATopologySays() throws IOException {
    Path topology = folder.resolve("BUILD_TOPOLOGY.toml");
    Files.writeString(
        topology,
        """
        [artifact_groups.g]
        type = "per-arch"
        [artifacts.blas]
        artifact_group = "g"
        type = "target-specific"
        split_databases = ["rocblas", "other_cache"]
        [artifacts.base]
        artifact_group = "g"
        type = "target-neutral"
        """);
    CliRun run = split("--batch-artifact-parent-dir", shard, "--topology", topology, "--json");
    assertThat(run.status()).as("a warning alone: %s", run.err()).isZero();
    assertThat(run.err()).contains("other_cache");
    assertThat(run.rows("findings"))
        .anySatisfy(
            row ->
                assertThat(row)
                    .containsEntry("severity", "warning")
                    .containsEntry("rule", "topology")
                    .containsEntry("file", topology.toString())
                    .extractingByKey("message", STRING)
                    .startsWith(topology + ":6:")
                    .contains("no recogniser knows the database \"other_cache\""));
    assertThat(names(run)).contains("base_lib_gfx9X", "blas_lib_generic").hasSize(6);
    assertThat(
            split(
                    "--batch-artifact-parent-dir",
                    shard,
                    "--topology",
                    topology,
                    "--strict-databases",
                    "--force",
                    "--json")
                .rows("failed"))
        .singleElement()
        .satisfies(row -> assertThat(row.get("error").toString()).contains("other_cache"));
  }

  @Test
  void aBadEscapeInATablesHeaderIsSaidWithItsPlace() throws IOException {
    Path topology = folder.resolve("BUILD_TOPOLOGY.toml");
    Files.writeString(topology, "[artifact_groups.g]\n[artifacts.\"C:\\Windows\\x\"]\n");
    String place = topology + ":2:15: this is not valid TOML: Invalid escape sequence '\\W'\n";
    CliRun split = split("--batch-artifact-parent-dir", shard, "--topology", topology);
    CliRun recombine =
        CliRun.of(
            "recombine",
            "--input-shards-dir",
            shard,
            "--config",
            topology,
            "--output-dir",
            folder.resolve("out"));
    for (CliRun run : List.of(split, recombine)) {
      assertThat(run.status()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).endsWith("kpack-workbench: " + place);
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void everyErrorOfATopologyIsAFinding() throws IOException {
    Path topology = folder.resolve("BUILD_TOPOLOGY.toml");
    Files.writeString(topology, "[artifacts.a]\ntype = \"target-specific\"\n[artifacts.b]\n");
    CliRun run = split("--batch-artifact-parent-dir", shard, "--topology", topology, "--json");
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.rows("findings"))
        .extracting(row -> row.get("severity") + " " + row.get("message"))
        .anyMatch(words -> words.startsWith("error " + topology + ":1:"))
        .anyMatch(words -> words.startsWith("error " + topology + ":3:"));
  }

  @Test
  void oneThatFailsDoesNotStopTheOthers() throws IOException {
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "../x\n");
    CliRun run = split("--batch-artifact-parent-dir", shard);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("blas_lib_gfx9X").contains("leads out of it");
    assertThat(run.out()).contains("base_lib_generic").contains("1 artifact from 1");
    assertThat(folder.resolve("out/blas_lib_generic")).doesNotExist();
  }

  @Test
  void failuresAreNamedOnceAndCounted() throws IOException {
    Path packed = Files.writeString(shard.resolve("bad_lib_gfx9X.tar.zst"), "no zstd");
    CliRun run = split("--batch-artifact-parent-dir", shard);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(packed + ": ").doesNotContain(packed + ": " + packed);
    assertThat(run.out()).contains("from 2; 1 binary host-only; 1 failed\n");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsCalledAPackedArtifactAndIsNoFileIsNamed() throws Exception {
    Path pipe = shard.resolve("x_lib_gfx90a.tar.zst");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path dangling = Files.createSymbolicLink(shard.resolve("y_lib_gfx90a.tar.xz"), Path.of("no"));
    CliRun run = split("--batch-artifact-parent-dir", shard);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("skipped: " + pipe + ", ", "skipped: " + dangling + ", ");
  }

  @Test
  void anArtifactIsNeverStandardInput() {
    for (String option : List.of("--artifact-dir", "--batch-artifact-parent-dir")) {
      CliRun run = split(option, "-");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("cannot be read from standard input");
    }
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void whatAnotherRunLeftBesideIsNamed() throws IOException {
    assertThat(split("--artifact-dir", artifact).err()).doesNotContain("existed before");
    Files.createDirectory(folder.resolve("out/blas_dev_gfx942"));
    CliRun run = split("--artifact-dir", artifact, "--gpu-targets", "gfx942", "--force");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err())
        .contains("note: " + folder.resolve("out/blas_lib_gfx90a") + " existed before")
        .contains("blas_lib_gfx1100 existed before")
        .doesNotContain("blas_lib_gfx942 was", "blas_dev");
    assertThat(folder.resolve("out/blas_lib_gfx90a")).isDirectory();
  }

  @Test
  void namesNoChecksumOfAPackedArtifactAsLeft() throws IOException {
    String format = "--artifact-format=tar.zst";
    assertThat(split("--artifact-dir", artifact, format, "--force").err())
        .doesNotContain("existed before");
    CliRun run =
        split(
            "--artifact-dir",
            artifact,
            format,
            "--force",
            "--gpu-targets",
            "gfx90a,gfx942,gfx1030");
    assertThat(run.err().lines().filter(line -> line.contains("existed before")))
        .singleElement()
        .asString()
        .contains(folder.resolve("out/blas_lib_gfx1100.tar.zst") + " existed before");
  }

  @Test
  void whatCannotBeDoneSaysWhy() {
    CliRun nothing = split();
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).contains("--artifact-dir D or --batch-artifact-parent-dir D");
    CliRun filter = split("--artifact-dir", artifact, "--gpu-targets", "gfx803");
    assertThat(filter.status()).isEqualTo(2);
    assertThat(filter.err()).contains("has no code for gfx803; it has some for gfx90a, gfx942");
    CliRun missing = split("--artifact-dir", folder.resolve("gone_lib_gfx9X"));
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("the file does not exist");
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
