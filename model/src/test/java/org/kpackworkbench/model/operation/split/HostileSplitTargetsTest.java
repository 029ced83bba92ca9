package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.operation.split.MadeArtifact.split;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.fixtures.FatFixture;

/** Artifacts are called after targets, which a bundle may call as it likes. */
class HostileSplitTargetsTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"../../x", "gfx1_00", "generic"})
  void aTargetThatNamesNoArtifactLeavesTheBinaryFat(String target) throws IOException {
    String bytes = Files.readString(FatFixture.ONE.path(), StandardCharsets.ISO_8859_1);
    Path hostile =
        Files.writeString(
            temp.resolve("libone.so"),
            bytes.replace("--gfx1100", "--" + target),
            StandardCharsets.ISO_8859_1);
    Path input =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X", "a/stage")
            .copy(hostile, "a/stage/lib/libone.so")
            .timed()
            .folder();
    Path output = temp.resolve("deep/down/out");
    Files.createDirectories(output.getParent());
    SplitReport report = split(SplitRequest.artifact(input, output));
    assertThat(report.findings()).isNotEmpty();
    try (Stream<Path> made = Files.list(output)) {
      assertThat(made).containsExactly(output.resolve("blas_lib_generic"));
    }
    assertThat(output.resolve("blas_lib_generic/a/stage/lib/libone.so"))
        .hasSameBinaryContentAs(hostile);
    try (Stream<Path> all = Files.list(temp.resolve("deep"))) {
      assertThat(all).containsExactly(temp.resolve("deep/down"));
    }
  }
}
