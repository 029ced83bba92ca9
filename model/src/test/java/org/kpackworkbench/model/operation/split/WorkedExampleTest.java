package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.operation.split.MadeArtifact.marker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * The example that was worked through for {@code rand_lib}, down to the tree, with Debian's
 * librocrand. Its architecture is one that this library has code for, and its {@code .kpm} lies
 * beside the archive that it lists: in the example it lay in the generic artifact, which the
 * specification has changed since.
 */
@Tag("real")
@DisabledOnOs(OS.WINDOWS)
class WorkedExampleTest {
  private static final String ROCRAND = "math-libs/rocRAND/stage";

  @TempDir Path temp;

  private Path example() throws IOException {
    return MadeArtifact.in(
            temp.resolve("artifacts-unsplit"),
            "rand_lib_gfx1030",
            ROCRAND,
            "math-libs/hipRAND/stage")
        .copy(RealLibrary.path(), ROCRAND + "/lib/librocrand.so.1.1")
        .link(ROCRAND + "/lib/librocrand.so.1", "librocrand.so.1.1")
        .link(ROCRAND + "/lib/librocrand.so", "librocrand.so.1")
        .copy(Fixtures.path("libplain.so"), "math-libs/hipRAND/stage/lib/libhiprand.so.1.1")
        .link("math-libs/hipRAND/stage/lib/libhiprand.so.1", "libhiprand.so.1.1")
        .link("math-libs/hipRAND/stage/lib/libhiprand.so", "libhiprand.so.1")
        .timed()
        .folder();
  }

  @Test
  void theTreesAreThoseOfTheExample() throws IOException {
    Path input = example();
    Path output = temp.resolve("artifacts");
    SplitReport report =
        MadeArtifact.split(
            SplitRequest.artifact(input, output)
                .with(
                    ArchiveOptions.DEFAULT.with(
                        ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx1030")))));
    assertThat(TreeText.names(output))
        .isEqualTo(
            """
            rand_lib_generic/
            rand_lib_generic/artifact_manifest.txt
            rand_lib_generic/math-libs/
            rand_lib_generic/math-libs/hipRAND/
            rand_lib_generic/math-libs/hipRAND/stage/
            rand_lib_generic/math-libs/hipRAND/stage/lib/
            rand_lib_generic/math-libs/hipRAND/stage/lib/libhiprand.so -> libhiprand.so.1
            rand_lib_generic/math-libs/hipRAND/stage/lib/libhiprand.so.1 -> libhiprand.so.1.1
            rand_lib_generic/math-libs/hipRAND/stage/lib/libhiprand.so.1.1
            rand_lib_generic/math-libs/rocRAND/
            rand_lib_generic/math-libs/rocRAND/stage/
            rand_lib_generic/math-libs/rocRAND/stage/.kpack/
            rand_lib_generic/math-libs/rocRAND/stage/.kpack/rand_lib.kpm
            rand_lib_generic/math-libs/rocRAND/stage/lib/
            rand_lib_generic/math-libs/rocRAND/stage/lib/librocrand.so -> librocrand.so.1
            rand_lib_generic/math-libs/rocRAND/stage/lib/librocrand.so.1 -> librocrand.so.1.1
            rand_lib_generic/math-libs/rocRAND/stage/lib/librocrand.so.1.1
            rand_lib_gfx1030/
            rand_lib_gfx1030/artifact_manifest.txt
            rand_lib_gfx1030/math-libs/
            rand_lib_gfx1030/math-libs/rocRAND/
            rand_lib_gfx1030/math-libs/rocRAND/stage/
            rand_lib_gfx1030/math-libs/rocRAND/stage/.kpack/
            rand_lib_gfx1030/math-libs/rocRAND/stage/.kpack/rand_lib_gfx1030.kpack
            """);
    assertThat(ArtifactManifest.in(output.resolve("rand_lib_generic")).prefixes())
        .containsExactly(ROCRAND, "math-libs/hipRAND/stage");
    assertThat(ArtifactManifest.in(output.resolve("rand_lib_gfx1030")).prefixes())
        .containsExactly(ROCRAND);

    String library = "/lib/librocrand.so.1.1";
    Marker marker = marker(output.resolve("rand_lib_generic/" + ROCRAND + library));
    assertThat(marker.kernelName()).isEqualTo(ROCRAND + library);
    assertThat(marker.searchPaths()).containsExactly("../.kpack/rand_lib_@GFXARCH@.kpack");
    assertThat(output.resolve("rand_lib_generic/" + ROCRAND + library).toFile().length())
        .isLessThan(RealLibrary.path().toFile().length());

    Path kpack = output.resolve("rand_lib_gfx1030/" + ROCRAND + "/.kpack");
    try (KpackArchive archive = KpackArchive.open(kpack.resolve("rand_lib_gfx1030.kpack"))) {
      assertThat(archive.groupName()).isEqualTo("rand_lib");
      assertThat(archive.family()).isEqualTo("gfx1030");
      assertThat(archive.architectures()).containsExactly("gfx1030");
      assertThat(archive.entries())
          .extracting(entry -> entry.key().text())
          .allSatisfy(key -> assertThat(key).startsWith(ROCRAND + library + "#"));
      BundleOrigin origin = BundleOrigin.of(archive, 0).orElseThrow();
      assertThat(origin.entryId()).endsWith("amdgcn-amd-amdhsa--gfx1030");
      assertThat(origin.sourcePrefix()).isEqualTo(ROCRAND);
      checkManifest(
          output.resolve("rand_lib_generic/" + ROCRAND + "/.kpack/rand_lib.kpm"),
          Files.size(kpack.resolve("rand_lib_gfx1030.kpack")),
          archive.entryCount());
    }
    assertThat(report.artifacts())
        .extracting(SplitArtifact::target)
        .containsExactly("generic", "gfx1030");
    assertThat(report.outcomes().getFirst().dropped()).hasSize(6);
  }

  /** The example's figure: names of these lengths, a size of 32 bits and few kernels. */
  private static void checkManifest(Path file, long size, int kernels) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(146);
    Manifest manifest =
        ManifestFile.read(ByteView.of("rand_lib.kpm", bytes), new Place.File(file)).manifest();
    assertThat(manifest.component()).isEqualTo("rand_lib");
    assertThat(manifest.prefix()).isEqualTo(ROCRAND);
    assertThat(manifest.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.targetText()).isEqualTo("gfx1030");
              assertThat(row.file()).isEqualTo("rand_lib_gfx1030.kpack");
              assertThat(row.sizeBytes()).isEqualTo(size);
              assertThat(row.kernelCount()).isEqualTo(kernels);
            });
  }

  @Test
  void everyArchitectureGetsAnArtifact() throws IOException {
    SplitRequest request = SplitRequest.artifact(example(), temp.resolve("all"));
    SplitReport planned = new Split(request).plan(Progress.NONE);
    assertThat(temp.resolve("all")).doesNotExist();
    SplitReport report = MadeArtifact.split(request);
    assertThat(report.artifacts()).hasSize(8);
    assertThat(planned.artifacts())
        .extracting(SplitArtifact::name, SplitArtifact::kernels, SplitArtifact::prefixes)
        .containsExactlyElementsOf(
            report.artifacts().stream()
                .map(
                    one ->
                        org.assertj.core.groups.Tuple.tuple(
                            one.name(), one.kernels(), one.prefixes()))
                .toList());
  }
}
