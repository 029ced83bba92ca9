package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;

/** Artifacts that were split before keep their names and archives. */
class AlreadySplitTest {
  private static final String ARCHIVE = "math/stage/.kpack/math_lib_gfx942.kpack";

  @TempDir private Path folder;
  private Path shard;

  @BeforeEach
  void split() throws IOException {
    Path artifact = folder.resolve("math_lib_all");
    Path lib = Files.createDirectories(artifact.resolve("math/stage/lib"));
    Files.copy(FatFixture.MANY.path(), lib.resolve("libmany.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(artifact, shard)).run(Progress.NONE);
  }

  @Test
  void passesArtifactOfArchitectureThrough() throws IOException {
    Path output = folder.resolve("again");
    SplitRequest request = SplitRequest.artifact(shard.resolve("math_lib_gfx942"), output);
    SplitReport planned = new Split(request).plan(Progress.NONE);
    SplitReport report = new Split(request).run(Progress.NONE);
    assertThat(report.artifacts())
        .extracting(each -> each.name().toString())
        .containsExactly("math_lib_gfx942");
    assertThat(planned.artifacts())
        .extracting(each -> each.name().toString())
        .containsExactly("math_lib_gfx942");
    assertThat(report.findings()).anyMatch(each -> each.rule().equals("already-split"));
    assertThat(output.resolve("math_lib_generic")).doesNotExist();
    assertThat(output.resolve("math_lib_gfx942").resolve(ARCHIVE))
        .hasSameBinaryContentAs(shard.resolve("math_lib_gfx942").resolve(ARCHIVE));
    // And again, over its own output.
    assertThat(new Split(request).run(Progress.NONE).artifacts()).hasSize(1);
  }

  @Test
  void passesPackedArtifactThrough() throws IOException {
    SplitRequest pack =
        SplitRequest.artifact(shard.resolve("math_lib_gfx942"), folder.resolve("packed"))
            .with(SplitRequest.FORMAT, OutputForm.TAR_ZST);
    Path packed = new Split(pack).run(Progress.NONE).artifacts().getFirst().path();
    Path output = folder.resolve("again");
    assertThat(new Split(SplitRequest.artifact(packed, output)).run(Progress.NONE).artifacts())
        .extracting(each -> each.name().toString())
        .containsExactly("math_lib_gfx942");
    assertThat(output.resolve("math_lib_generic")).doesNotExist();
    assertThat(output.resolve("math_lib_gfx942").resolve(ARCHIVE)).exists();
  }

  @Test
  void passesAllArtifactsOfShardThrough() throws IOException {
    Path output = folder.resolve("again");
    SplitReport report = new Split(SplitRequest.batch(shard, output)).run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    assertThat(report.artifacts())
        .extracting(each -> each.name().family())
        .containsExactlyInAnyOrder(
            "gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
  }

  @ParameterizedTest
  @ValueSource(strings = {"libone.so", "windows.dll"})
  void refusesArtifactThatWasSplitInPart(String library) throws IOException {
    Path half = shard.resolve("math_lib_gfx942");
    Path lib = Files.createDirectories(half.resolve("math/stage/lib"));
    Files.copy(Fixtures.path(library), lib.resolve(library));
    assertThatThrownBy(
            () ->
                new Split(SplitRequest.artifact(half, folder.resolve("again"))).run(Progress.NONE))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("it was split in part");
  }
}
