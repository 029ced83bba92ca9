package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.operation.split.MadeArtifact.split;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.artifact.ArtifactEvents;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.split.SplitRequest.KpmForm;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.split.SplitRequest.SplitRules;
import org.kpackworkbench.model.operation.tar.StrictReader;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** All artifacts of a shard, as a topology says; artifacts are called as in the real one. */
@DisabledOnOs(OS.WINDOWS)
class SplitShardTest {
  private static final String TOPOLOGY =
      """
      [artifact_groups.math-libs]
      type = "per-arch"

      [artifacts.blas]
      artifact_group = "math-libs"
      type = "target-specific"
      split_databases = ["rocblas", "hipblaslt", "hipsparselt"]

      [artifacts.rand]
      artifact_group = "math-libs"
      type = "target-specific"

      [artifacts.hipkernelprovider]
      artifact_group = "math-libs"
      type = "target-specific"
      split_databases = ["later_provider"]

      [artifacts.amd-llvm]
      artifact_group = "math-libs"
      type = "target-neutral"
      """;

  @TempDir Path temp;
  private Path shard;
  private Path output;

  @BeforeEach
  void makeShard() throws IOException {
    shard = temp.resolve("shard");
    output = temp.resolve("out");
    MadeArtifact.in(shard, "blas_lib_gfx94X-dcgpu", "math/blas/stage")
        .copy(FatFixture.DRIFT.path(), "math/blas/stage/lib/librocblas.so.5")
        .text("math/blas/stage/lib/rocblas/library/T_gfx942.dat", "942")
        .timed();
    MadeArtifact.in(shard, "blas_dev_gfx94X-dcgpu", "math/blas/stage")
        .text("math/blas/stage/include/rocblas.h", "h")
        .timed();
    MadeArtifact.in(shard, "rand_lib_gfx94X-dcgpu", "math/rand/stage")
        .copy(FatFixture.ONE.path(), "math/rand/stage/lib/librocrand.so.1")
        .text("math/rand/stage/lib/rocblas/library/T_gfx942.dat", "not of this artifact")
        .timed();
    MadeArtifact.in(shard, "amd-llvm_run_gfx94X-dcgpu", "llvm/stage")
        .copy(FatFixture.ONE.path(), "llvm/stage/lib/libfat.so")
        .link("llvm/stage/lib/link.so", "libfat.so")
        .timed();
    MadeArtifact.in(shard, "hipkernelprovider_lib_gfx94X-dcgpu", "hkp/stage")
        .text("hkp/stage/x", "x")
        .timed();
    MadeArtifact.in(shard, "other_lib_gfx94X-dcgpu", "o/stage").text("o/stage/x", "x").timed();
    MadeArtifact.in(shard, "base_lib_generic", "base/stage").text("base/stage/x", "x").timed();
    Files.createDirectories(shard.resolve("no artifact"));
  }

  private SplitRequest request() throws IOException {
    Topology topology =
        Topology.read(ConfigText.read(ConfigFormat.TOML, TOPOLOGY), Databases.installed().names())
            .value();
    return SplitRequest.batch(shard, output).rules(SplitRules.of(topology));
  }

  @Test
  void keepsRulesAndLimitsWhereAnOptionChanges() throws IOException {
    SplitRequest request =
        request().with(ArchiveOptions.DEFAULT.withLimits(new LoaderLimits(5000, 7)));
    SplitRequest other = request.with(SplitRequest.FORCE, true);
    assertThat(other.replace()).isTrue();
    assertThat(other.rules()).isNotNull().isSameAs(request.rules());
    assertThat(other.options()).isEqualTo(request.options());
  }

  @Test
  void eachArtifactIsSplitOrPassedThroughAsTheTopologySays() throws IOException {
    SplitReport report = split(request());
    try (var files = Files.list(output)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "amd-llvm_run_gfx94X-dcgpu",
              "blas_dev_generic",
              "blas_lib_generic",
              "blas_lib_gfx1030",
              "blas_lib_gfx1100",
              "blas_lib_gfx90a",
              "blas_lib_gfx942",
              "hipkernelprovider_lib_generic",
              "other_lib_generic",
              "rand_lib_generic",
              "rand_lib_gfx1100");
    }
    assertThat(TreeText.of(output.resolve("amd-llvm_run_gfx94X-dcgpu")))
        .isEqualTo(TreeText.of(shard.resolve("amd-llvm_run_gfx94X-dcgpu")));
    assertThat(output.resolve("blas_lib_gfx942/math/blas/stage/lib/rocblas/library/T_gfx942.dat"))
        .exists();
    assertThat(output.resolve("rand_lib_generic/math/rand/stage/lib/rocblas/library/T_gfx942.dat"))
        .exists();
    assertThat(report.skipped())
        .extracting(skipped -> skipped.source().getFileName() + ": " + skipped.reason())
        .containsExactly(
            "no artifact: it has no artifact_manifest.txt",
            "base_lib_generic: it is generic already");
    assertThat(report.findings())
        .filteredOn(finding -> finding.severity() == Severity.WARNING)
        .extracting(finding -> finding.file().getFileName() + " " + finding.rule())
        .containsExactly(
            "hipkernelprovider_lib_gfx94X-dcgpu unknown-database",
            "other_lib_gfx94X-dcgpu not-in-topology");
    assertThat(report.failed()).isEmpty();
  }

  @Test
  void anArtifactThatFailsIsReportedAndTheOthersFinish() throws IOException {
    Files.writeString(shard.resolve("rand_lib_gfx94X-dcgpu/artifact_manifest.txt"), "../x\n");
    Files.writeString(shard.resolve("blas_lib_gfx94X-dcgpu/math/blas/stage.prebuilt"), "");
    Files.writeString(shard.resolve("zz_lib_gfx94X.tar.zst"), "no packed file");
    SplitReport report = split(request());
    assertThat(report.failed())
        .extracting(failed -> failed.source().getFileName().toString())
        .containsExactly("blas_lib_gfx94X-dcgpu", "rand_lib_gfx94X-dcgpu", "zz_lib_gfx94X.tar.zst");
    try (var files = Files.list(output)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted())
          .containsExactly(
              "amd-llvm_run_gfx94X-dcgpu",
              "blas_dev_generic",
              "hipkernelprovider_lib_generic",
              "other_lib_generic");
    }
  }

  @Test
  void aFolderWithoutArtifactsIsAnError() throws IOException {
    Path other = Files.createDirectories(temp.resolve("other/math/rand")).getParent();
    assertThatThrownBy(() -> split(SplitRequest.batch(other, output)))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("expected folders of artifacts")
        .hasMessageContaining("Name the folder that contains the artifacts");
    assertThat(output).doesNotExist();
  }

  @Test
  void twoThatWouldWriteTheSameAreNeverMixed() throws IOException {
    MadeArtifact.in(shard, "rand_lib_gfx110X-all", "math/rand/stage")
        .copy(FatFixture.TINY.path(), "math/rand/stage/lib/librocrand.so.1");
    SplitReport report = split(request());
    assertThat(report.failed()).hasSize(1);
    assertThat(report.failed().getFirst().source()).hasFileName("rand_lib_gfx94X-dcgpu");
    assertThat(report.failed().getFirst().error())
        .hasMessageContaining("rand_lib_gfx110X-all")
        .hasMessageContaining("rand_lib_generic");
    assertThat(output.resolve("rand_lib_gfx1030")).exists();
    assertThat(output.resolve("rand_lib_gfx1100")).doesNotExist();
  }

  @Test
  void packedArtifactsAreSplitLikeFoldersWhateverTheNumberOfThreads() throws IOException {
    split(request().with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1)));
    Path packed = Files.createDirectory(temp.resolve("packed"));
    for (String name : List.of("blas_lib_gfx94X-dcgpu", "amd-llvm_run_gfx94X-dcgpu")) {
      TarPack.write(
          shard.resolve(name),
          packed.resolve(name + ".tar.zst"),
          TarOptions.DEFAULT,
          Progress.NONE);
    }
    Path again = temp.resolve("again");
    split(
        new SplitRequest(
            packed,
            true,
            null,
            again,
            List.of(),
            null,
            request().rules(),
            ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 3),
            KpmForm.PLAIN,
            OutputForm.FOLDER,
            false,
            false,
            false));
    for (String name :
        List.of("blas_lib_generic", "blas_lib_gfx942", "amd-llvm_run_gfx94X-dcgpu")) {
      String[] prefixes = {"math/blas/stage", "llvm/stage"};
      Map<String, String> one = TreeText.of(output.resolve(name));
      Map<String, String> other = TreeText.of(again.resolve(name));
      assertThat(StrictReader.packed(other, prefixes))
          .as(name)
          .isEqualTo(StrictReader.packed(one, prefixes))
          .isNotEmpty();
    }
    try (var files = Files.list(again)) {
      assertThat(files).hasSize(6);
    }
  }

  @Test
  void eventsTellOfEachArtifact() throws IOException {
    Files.writeString(shard.resolve("rand_lib_gfx94X-dcgpu/math/rand/stage.prebuilt"), "");
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Map<Path, Long> left = new ConcurrentHashMap<>();
    new Split(request())
        .run(
            Progress.NONE,
            new ArtifactEvents() {
              @Override
              public void started(Path source, long sizeBytes) {
                left.put(source, sizeBytes);
              }

              @Override
              public void advanced(Path source, long bytes) {
                left.merge(source, -bytes, Long::sum);
              }

              @Override
              public void done(Path source, int made) {
                told.add("done " + source.getFileName());
              }

              @Override
              public void failed(Path source, IOException why) {
                told.add("failed " + source.getFileName());
              }
            });
    assertThat(told)
        .containsExactlyInAnyOrder(
            "failed rand_lib_gfx94X-dcgpu",
            "done blas_lib_gfx94X-dcgpu",
            "done blas_dev_gfx94X-dcgpu",
            "done amd-llvm_run_gfx94X-dcgpu",
            "done hipkernelprovider_lib_gfx94X-dcgpu",
            "done other_lib_gfx94X-dcgpu");
    assertThat(left).hasSize(5);
    assertThat(left.values()).containsOnly(0L);
  }
}
