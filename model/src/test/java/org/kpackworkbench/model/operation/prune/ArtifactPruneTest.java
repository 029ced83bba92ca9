package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.prune.PruneReport.PrunedFile;

/** An artifact as a folder: it stays one. */
class ArtifactPruneTest {
  private static final GpuTarget KEPT = GpuTarget.parse("gfx1030");
  private static final String LIBRARY = "math-libs/blas/stage/lib/libmany.so";

  @TempDir private Path folder;

  private Path artifact() throws IOException {
    Path artifact = folder.resolve("in/blas_lib_generic");
    Path library = artifact.resolve(LIBRARY);
    Files.createDirectories(library.getParent());
    Files.copy(FatFixture.MANY.path(), library);
    Files.createSymbolicLink(library.resolveSibling("libmany.so.1"), Path.of("libmany.so"));
    Files.createDirectories(artifact.resolve("empty/stage"));
    Files.writeString(
        artifact.resolve("artifact_manifest.txt"), "math-libs/blas/stage\nempty/stage\n");
    return artifact;
  }

  private static List<String> errors(Path artifact) {
    return Verify.run(List.of(artifact), VerifyRequest.everything().onThreads(2), Progress.NONE)
        .findings()
        .stream()
        .filter(finding -> finding.severity() == Severity.ERROR)
        .map(Finding::rule)
        .toList();
  }

  private static void checkPruned(Path artifact, List<String> before) throws IOException {
    assertThat(artifact.resolve("artifact_manifest.txt"))
        .hasContent("math-libs/blas/stage\nempty/stage");
    assertThat(ArtifactFolder.open(artifact).presentPrefixes())
        .containsExactly("math-libs/blas/stage", "empty/stage");
    Path library = artifact.resolve(LIBRARY);
    assertThat(library.resolveSibling("libmany.so.1")).isSymbolicLink();
    assertThat(ResolvedCode.of(library, KEPT)).isEqualTo(before);
    assertThat(ResolvedCode.all(library).keySet()).allMatch(key -> key.endsWith(" gfx1030"));
    // Its code was neither converted nor split before.
    assertThat(errors(artifact)).containsExactly("generic-fat-binary");
  }

  @Test
  void anArtifactStaysOneInANewFolderAndInPlace() throws IOException {
    Path artifact = artifact();
    List<String> before = ResolvedCode.of(artifact.resolve(LIBRARY), KEPT);
    Path output = folder.resolve("out/blas_lib_generic");
    Files.createDirectories(output.getParent());
    PruneRequest request =
        PruneRequest.keeping(artifact, output, TargetFilter.of(List.of(KEPT.toString())));
    PruneReport report = new Prune(request).run();
    assertThat(report.files()).extracting(PrunedFile::name).containsExactly(LIBRARY);
    checkPruned(output, before);
    assertThat(ResolvedCode.all(artifact.resolve(LIBRARY)).size())
        .as("the input")
        .isGreaterThan(before.size());
    new Prune(request.inPlace()).run();
    checkPruned(artifact, before);
    assertThat(Files.mismatch(artifact.resolve(LIBRARY), output.resolve(LIBRARY))).isEqualTo(-1);
  }
}
