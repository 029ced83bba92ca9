package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.kpackworkbench.model.operation.split.MadeArtifact.marker;
import static org.kpackworkbench.model.operation.split.MadeArtifact.rows;
import static org.kpackworkbench.model.operation.split.MadeArtifact.split;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.ReplacedBytes;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitRequest.OutputForm;
import org.kpackworkbench.model.operation.tar.StrictReader;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TestTar;

/** What splitting an artifact makes of it. */
@DisabledOnOs(OS.WINDOWS)
class SplitTest {
  private static final List<String> DATABASES =
      List.of("rocblas", "hipblaslt", "hipsparselt", "aotriton", "miopen");

  @TempDir Path temp;

  /** Two prefixes with binaries, whose archives lie in different ones, and databases. */
  private MadeArtifact usual() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(
                temp.resolve("in"),
                "blas_lib_gfx9X-all",
                "z/stage",
                "math libs/ü/stage",
                "gone/stage")
            .copy(FatFixture.DRIFT.path(), "z/stage/lib/deep/libdrift.so.1")
            .link("z/stage/lib/deep/libdrift.so", "libdrift.so.1")
            .copy(FatFixture.ONE.path(), "math libs/ü/stage/lib/libone.so")
            .copy(Fixtures.path("libplain.so"), "math libs/ü/stage/lib/libplain.so")
            .text("math libs/ü/stage/share/doc/read me, ü.txt", "text")
            .text("z/stage/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat", "942")
            .text("z/stage/lib/rocblas/library/Kernels_gfx90a-xnack+.hsaco", "90a")
            .text("z/stage/lib/rocblas/library/TensileLibrary_fallback.dat", "all")
            .text("z/stage/lib/hipblaslt/library/gfx942/only.bin", "942")
            .text("math libs/ü/stage/share/miopen/db/gfx942130.db.txt", "942")
            .text("math libs/ü/stage/lib/aotriton.images/amd-gfx11xx/a.aks2", "11")
            .text("math libs/ü/stage/lib/aotriton.images/amd-gfx120x/b.aks2", "12")
            .link("z/stage/lib/rocblas/library/Alias_gfx942.dat", "TensileLibrary_lazy_gfx942.dat");
    Files.createDirectories(made.folder().resolve("z/stage/empty"));
    Files.delete(made.folder().resolve("gone/stage"));
    Files.delete(made.folder().resolve("gone"));
    Files.setPosixFilePermissions(
        made.folder().resolve("z/stage/lib/deep/libdrift.so.1"),
        PosixFilePermissions.fromString("r-xr-x--x"));
    Files.setPosixFilePermissions(
        made.folder().resolve("z/stage/lib/rocblas/library"),
        PosixFilePermissions.fromString("rwxr-x---"));
    return made.timed();
  }

  private SplitRequest request(Path input) {
    return SplitRequest.artifact(input, temp.resolve("out"))
        .with(SplitRequest.DATABASES, DATABASES);
  }

  private Path out(String path) {
    return temp.resolve("out").resolve(path);
  }

  @Test
  void deviceCodeAndDatabasesGoToTheirArchitectures() throws IOException {
    SplitReport report = split(request(usual().folder()));
    assertThat(TreeText.names(temp.resolve("out")))
        .isEqualTo(
            """
            blas_lib_generic/
            blas_lib_generic/artifact_manifest.txt
            blas_lib_generic/math libs/
            blas_lib_generic/math libs/ü/
            blas_lib_generic/math libs/ü/stage/
            blas_lib_generic/math libs/ü/stage/.kpack/
            blas_lib_generic/math libs/ü/stage/.kpack/blas_lib.kpm
            blas_lib_generic/math libs/ü/stage/lib/
            blas_lib_generic/math libs/ü/stage/lib/aotriton.images/
            blas_lib_generic/math libs/ü/stage/lib/aotriton.images/amd-gfx11xx/
            blas_lib_generic/math libs/ü/stage/lib/aotriton.images/amd-gfx120x/
            blas_lib_generic/math libs/ü/stage/lib/libone.so
            blas_lib_generic/math libs/ü/stage/lib/libplain.so
            blas_lib_generic/math libs/ü/stage/share/
            blas_lib_generic/math libs/ü/stage/share/doc/
            blas_lib_generic/math libs/ü/stage/share/doc/read me, ü.txt
            blas_lib_generic/math libs/ü/stage/share/miopen/
            blas_lib_generic/math libs/ü/stage/share/miopen/db/
            blas_lib_generic/z/
            blas_lib_generic/z/stage/
            blas_lib_generic/z/stage/empty/
            blas_lib_generic/z/stage/lib/
            blas_lib_generic/z/stage/lib/deep/
            blas_lib_generic/z/stage/lib/deep/libdrift.so -> libdrift.so.1
            blas_lib_generic/z/stage/lib/deep/libdrift.so.1
            blas_lib_generic/z/stage/lib/hipblaslt/
            blas_lib_generic/z/stage/lib/hipblaslt/library/
            blas_lib_generic/z/stage/lib/hipblaslt/library/gfx942/
            blas_lib_generic/z/stage/lib/rocblas/
            blas_lib_generic/z/stage/lib/rocblas/library/
            blas_lib_generic/z/stage/lib/rocblas/library/TensileLibrary_fallback.dat
            blas_lib_gfx1030/
            blas_lib_gfx1030/artifact_manifest.txt
            blas_lib_gfx1030/z/
            blas_lib_gfx1030/z/stage/
            blas_lib_gfx1030/z/stage/.kpack/
            blas_lib_gfx1030/z/stage/.kpack/blas_lib_gfx1030.kpack
            blas_lib_gfx11/
            blas_lib_gfx11/artifact_manifest.txt
            blas_lib_gfx11/math libs/
            blas_lib_gfx11/math libs/ü/
            blas_lib_gfx11/math libs/ü/stage/
            blas_lib_gfx11/math libs/ü/stage/lib/
            blas_lib_gfx11/math libs/ü/stage/lib/aotriton.images/
            blas_lib_gfx11/math libs/ü/stage/lib/aotriton.images/amd-gfx11xx/
            blas_lib_gfx11/math libs/ü/stage/lib/aotriton.images/amd-gfx11xx/a.aks2
            blas_lib_gfx1100/
            blas_lib_gfx1100/artifact_manifest.txt
            blas_lib_gfx1100/math libs/
            blas_lib_gfx1100/math libs/ü/
            blas_lib_gfx1100/math libs/ü/stage/
            blas_lib_gfx1100/math libs/ü/stage/.kpack/
            blas_lib_gfx1100/math libs/ü/stage/.kpack/blas_lib_gfx1100.kpack
            blas_lib_gfx12_0/
            blas_lib_gfx12_0/artifact_manifest.txt
            blas_lib_gfx12_0/math libs/
            blas_lib_gfx12_0/math libs/ü/
            blas_lib_gfx12_0/math libs/ü/stage/
            blas_lib_gfx12_0/math libs/ü/stage/lib/
            blas_lib_gfx12_0/math libs/ü/stage/lib/aotriton.images/
            blas_lib_gfx12_0/math libs/ü/stage/lib/aotriton.images/amd-gfx120x/
            blas_lib_gfx12_0/math libs/ü/stage/lib/aotriton.images/amd-gfx120x/b.aks2
            blas_lib_gfx90a/
            blas_lib_gfx90a/artifact_manifest.txt
            blas_lib_gfx90a/z/
            blas_lib_gfx90a/z/stage/
            blas_lib_gfx90a/z/stage/.kpack/
            blas_lib_gfx90a/z/stage/.kpack/blas_lib_gfx90a.kpack
            blas_lib_gfx90a/z/stage/lib/
            blas_lib_gfx90a/z/stage/lib/rocblas/
            blas_lib_gfx90a/z/stage/lib/rocblas/library/
            blas_lib_gfx90a/z/stage/lib/rocblas/library/Kernels_gfx90a-xnack+.hsaco
            blas_lib_gfx942/
            blas_lib_gfx942/artifact_manifest.txt
            blas_lib_gfx942/math libs/
            blas_lib_gfx942/math libs/ü/
            blas_lib_gfx942/math libs/ü/stage/
            blas_lib_gfx942/math libs/ü/stage/share/
            blas_lib_gfx942/math libs/ü/stage/share/miopen/
            blas_lib_gfx942/math libs/ü/stage/share/miopen/db/
            blas_lib_gfx942/math libs/ü/stage/share/miopen/db/gfx942130.db.txt
            blas_lib_gfx942/z/
            blas_lib_gfx942/z/stage/
            blas_lib_gfx942/z/stage/.kpack/
            blas_lib_gfx942/z/stage/.kpack/blas_lib_gfx942.kpack
            blas_lib_gfx942/z/stage/lib/
            blas_lib_gfx942/z/stage/lib/hipblaslt/
            blas_lib_gfx942/z/stage/lib/hipblaslt/library/
            blas_lib_gfx942/z/stage/lib/hipblaslt/library/gfx942/
            blas_lib_gfx942/z/stage/lib/hipblaslt/library/gfx942/only.bin
            blas_lib_gfx942/z/stage/lib/rocblas/
            blas_lib_gfx942/z/stage/lib/rocblas/library/
            blas_lib_gfx942/z/stage/lib/rocblas/library/Alias_gfx942.dat -> TensileLibrary_lazy_gfx942.dat
            blas_lib_gfx942/z/stage/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat
            """);
    assertThat(report.findings())
        .extracting(OperationNote::severity, OperationNote::rule, OperationNote::file)
        .containsExactly(tuple(Severity.WARNING, "underscore-in-family", out("blas_lib_gfx12_0")));
    assertThat(ArtifactManifest.in(out("blas_lib_generic")).prefixes())
        .containsExactly("z/stage", "math libs/ü/stage", "gone/stage");
    assertThat(ArtifactManifest.in(out("blas_lib_gfx942")).prefixes())
        .containsExactly("math libs/ü/stage", "z/stage");
    assertThat(report.artifacts())
        .filteredOn(one -> one.target().equals("gfx942"))
        .singleElement()
        .returns(4, SplitArtifact::files)
        .returns(3, SplitArtifact::kernels);
  }

  @Test
  void binariesLeadToArchivesInOtherPrefixesTooTheirOwnFirst() throws IOException {
    split(request(usual().folder()));
    assertThat(marker(out("blas_lib_generic/math libs/ü/stage/lib/libone.so")).searchPaths())
        .containsExactly("../.kpack/blas_lib_@GFXARCH@.kpack");
    Path drift = out("blas_lib_generic/z/stage/lib/deep/libdrift.so.1");
    assertThat(marker(drift).kernelName()).isEqualTo("z/stage/lib/deep/libdrift.so.1");
    assertThat(marker(drift).searchPaths())
        .containsExactly(
            "../../.kpack/blas_lib_@GFXARCH@.kpack",
            "../../../../math libs/ü/stage/.kpack/blas_lib_@GFXARCH@.kpack");
    // Where that leads while prefixes lie side by side.
    assertThat(
            out("blas_lib_gfx1100/z/stage/lib/deep")
                .resolve("../../../../math libs/ü/stage/.kpack/blas_lib_gfx1100.kpack")
                .normalize())
        .exists();
  }

  /** It is found from the folders of all of its names. */
  @Test
  void aBinaryWithSeveralNamesStaysOne() throws IOException {
    MadeArtifact made = usual();
    Path drift = made.folder().resolve("z/stage/lib/deep/libdrift.so.1");
    Files.createLink(drift.resolveSibling("libdrift.so.1.0"), drift);
    Files.createLink(made.folder().resolve("z/stage/libdrift.so.1"), drift);
    SplitReport planned = new Split(request(made.folder())).plan(Progress.NONE);
    SplitReport report = split(request(made.folder()));
    Path split = out("blas_lib_generic/z/stage/lib/deep/libdrift.so.1");
    assertThat(Files.isSameFile(split.resolveSibling("libdrift.so.1.0"), split)).isTrue();
    assertThat(Files.isSameFile(out("blas_lib_generic/z/stage/libdrift.so.1"), split)).isTrue();
    assertThat(marker(split).kernelName()).isEqualTo("z/stage/lib/deep/libdrift.so.1");
    assertThat(marker(split).searchPaths())
        .containsExactly(
            "../../.kpack/blas_lib_@GFXARCH@.kpack",
            "../../../../math libs/ü/stage/.kpack/blas_lib_@GFXARCH@.kpack",
            ".kpack/blas_lib_@GFXARCH@.kpack",
            "../../math libs/ü/stage/.kpack/blas_lib_@GFXARCH@.kpack");
    assertThat(report.artifacts().getFirst().files())
        .isEqualTo(planned.artifacts().getFirst().files());
    assertThat(report.outcomes().getFirst().binaries()).isEqualTo(2);
  }

  @Test
  void searchPathsDoNotDependOnTheArchitecturesOfOneBuild() throws IOException {
    // gfx1030 has code in one binary only, so that its archive lies beside that one.
    split(
        request(usual().folder())
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx1030")))));
    assertThat(out("blas_lib_gfx1030/z/stage/.kpack/blas_lib_gfx1030.kpack")).exists();
    // The archives of another build, where the other binary has code, too, lie in the other prefix.
    assertThat(marker(out("blas_lib_generic/z/stage/lib/deep/libdrift.so.1")).searchPaths())
        .containsExactly(
            "../../.kpack/blas_lib_@GFXARCH@.kpack",
            "../../../../math libs/ü/stage/.kpack/blas_lib_@GFXARCH@.kpack");
  }

  @Test
  void anArchiveHoldsAllCodeOfItsArchitecture() throws IOException {
    split(request(usual().folder()));
    Path archive = out("blas_lib_gfx1100/math libs/ü/stage/.kpack/blas_lib_gfx1100.kpack");
    assertThat(rows(archive))
        .containsExactly(
            "math libs/ü/stage/lib/libone.so#0 gfx1100",
            "z/stage/lib/deep/libdrift.so.1#0 gfx1100",
            "z/stage/lib/deep/libdrift.so.1#1 gfx1100",
            "z/stage/lib/deep/libdrift.so.1#2 gfx1100",
            "z/stage/lib/deep/libdrift.so.1#4 gfx1100");
    try (KpackArchive read = KpackArchive.open(archive)) {
      assertThat(read.groupName()).isEqualTo("blas_lib");
      assertThat(read.family()).isEqualTo("gfx1100");
      BundleOrigin first = BundleOrigin.of(read, 0).orElseThrow();
      BundleOrigin second = BundleOrigin.of(read, 1).orElseThrow();
      assertThat(first.sourcePrefix()).isEqualTo("math libs/ü/stage");
      assertThat(second.sourcePrefix()).isEqualTo("z/stage");
    }
  }

  @Test
  void whatIsNotMadeNewIsAsItWas() throws IOException {
    MadeArtifact made = usual();
    Map<String, String> before = TreeText.of(made.folder());
    split(request(made.folder()));
    assertThat(TreeText.of(made.folder())).isEqualTo(before);
    for (String name : new String[] {"generic", "gfx942", "gfx11", "gfx90a", "gfx1100"}) {
      Map<String, String> after = TreeText.of(out("blas_lib_" + name));
      after.forEach(
          (path, text) -> {
            boolean made1 =
                path.contains(".kpack")
                    || path.endsWith("libone.so")
                    || path.endsWith("libdrift.so.1")
                    || (path.equals("artifact_manifest.txt") && !name.equals("generic"));
            if (!made1) {
              assertThat(text).as(name + " " + path).isEqualTo(before.get(path));
            }
          });
    }
    Path fat = made.folder().resolve("z/stage/lib/deep/libdrift.so.1");
    Path thin = out("blas_lib_generic/z/stage/lib/deep/libdrift.so.1");
    assertThat(Files.getLastModifiedTime(thin)).isEqualTo(Files.getLastModifiedTime(fat));
    assertThat(Files.getPosixFilePermissions(thin)).isEqualTo(Files.getPosixFilePermissions(fat));
  }

  @Test
  void twoRunsGiveTheSame() throws IOException {
    Path input = usual().folder();
    SplitRequest one = request(input);
    split(one.with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1)));
    Map<String, String> first = TreeText.of(temp.resolve("out"));
    split(
        one.with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 4))
            .with(SplitRequest.FORCE, true));
    Map<String, String> second = TreeText.of(temp.resolve("out"));
    first.remove("");
    second.remove("");
    assertThat(second).isEqualTo(first);
    split(one.with(SplitRequest.FORMAT, OutputForm.TAR_ZST));
    Map<String, String> packed = TreeText.of(temp.resolve("out"));
    split(one.with(SplitRequest.FORMAT, OutputForm.TAR_ZST).with(SplitRequest.FORCE, true));
    Map<String, String> again = TreeText.of(temp.resolve("out"));
    packed.remove("");
    again.remove("");
    assertThat(again).isEqualTo(packed).hasSize(first.size() + 2 * 7);
  }

  /** As a build does after a change. */
  @Test
  void aSecondRunReplacesWhatTheFirstOneWroteAndNothingElse() throws IOException {
    Path input = usual().folder();
    split(request(input));
    Path text = input.resolve("math libs/ü/stage/share/doc/read me, ü.txt");
    Files.writeString(text, "other text");
    Files.delete(input.resolve("z/stage/lib/deep/libdrift.so.1"));
    split(request(input));
    assertThat(out("blas_lib_generic/math libs/ü/stage/share/doc/read me, ü.txt"))
        .hasContent("other text");
    // Nothing is for this architecture any more.
    assertThat(out("blas_lib_gfx1030")).doesNotExist();
    Map<String, String> replaced = TreeText.of(temp.resolve("out"));
    TreeDeletion.delete(out("blas_lib_gfx942"));
    split(request(input));
    Map<String, String> made = TreeText.of(temp.resolve("out"));
    replaced.remove("");
    made.remove("");
    assertThat(made).isEqualTo(replaced);

    Path mine = Files.writeString(out("blas_lib_gfx942/z/stage/mine.txt"), "mine");
    Files.writeString(text, "a third text");
    assertThatThrownBy(() -> split(request(input)))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("blas_lib_gfx942");
    assertThat(mine).hasContent("mine");
    assertThat(out("blas_lib_generic/math libs/ü/stage/share/doc/read me, ü.txt"))
        .hasContent("other text");
  }

  @Test
  void withNothingForTheTargetsItGoesOnHostOnlyWhereThatIsAllowed() throws IOException {
    Path input = usual().folder();
    SplitRequest request =
        request(input)
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx906"))));
    assertThatThrownBy(() -> split(request)).isInstanceOf(OperationException.class);
    SplitReport report = split(request.with(SplitRequest.ALLOW_EMPTY, true));
    assertThat(report.artifacts()).extracting(SplitArtifact::target).containsExactly("generic");
    assertThat(report.findings())
        .extracting(OperationNote::rule, OperationNote::severity)
        .contains(tuple("nothing-kept", Severity.NOTE));
    assertThat(report.outcomes().getFirst().binaries()).isEqualTo(2);
    assertThat(TreeText.names(temp.resolve("out"))).doesNotContain(".kpm", ".kpack/");
  }

  /** Artifacts have modes and times; the same tree gives the same digest on every disk. */
  @Test
  void reportsAttributesThatPackedArtifactsDoNotHave() throws IOException {
    Path input = usual().folder();
    Path file;
    try (Stream<Path> files = Files.walk(input)) {
      file =
          files
              .filter(
                  each ->
                      Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)
                          && !each.toString().endsWith("manifest.txt"))
              .sorted()
              .toList()
              .getLast();
    }
    Files.setAttribute(file, "user:note", new byte[] {1});
    SplitRequest packed = request(input).with(SplitRequest.FORMAT, OutputForm.TAR_ZST);
    assertThat(split(packed).findings())
        .filteredOn(each -> each.rule().equals("attribute-not-copied"))
        .extracting(OperationNote::message)
        .containsExactly(
            "its extended attribute user.note is not copied: packed artifacts have none");
  }

  @Test
  void packedArtifactsGiveTheSameAsFolders() throws IOException {
    Path input = usual().folder();
    split(request(input));
    Path tar = temp.resolve("blas_lib_gfx9X-all.tar.zst");
    TarPack.write(input, tar, TarOptions.DEFAULT, Progress.NONE);
    Path packed = temp.resolve("packed");
    SplitReport report =
        split(
            SplitRequest.artifact(tar, packed)
                .with(SplitRequest.DATABASES, DATABASES)
                .with(SplitRequest.FORMAT, OutputForm.TAR_ZST));
    assertThat(report.artifacts())
        .allSatisfy(one -> assertThat(one.path()).hasSize(one.sizeBytes()));
    for (SplitArtifact one : report.artifacts()) {
      String[] prefixes = {"math libs/ü/stage", "z/stage"};
      Map<String, String> expected =
          StrictReader.packed(TreeText.of(out(one.name().toString())), prefixes);
      Map<String, String> found =
          StrictReader.packed(TreeText.of(TestTar.tree(one.path(), temp)), prefixes);
      assertThat(found).as("%s", one.name()).isEqualTo(expected);
      assertThat(StrictReader.checked(one.path())).hasSize(expected.size());
    }
    try (var files = Files.list(packed)) {
      assertThat(files).hasSize(2 * report.artifacts().size());
    }
  }

  @Test
  void aFilterLeavesOthersOutAndKeepsFamilies() throws IOException {
    SplitReport report =
        split(
            request(usual().folder())
                .with(
                    ArchiveOptions.DEFAULT.with(
                        ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx1100")))));
    assertThat(report.artifacts())
        .extracting(SplitArtifact::target)
        .containsExactly("generic", "gfx11", "gfx1100");
    assertThat(report.outcomes().getFirst().dropped())
        .extracting(dropped -> dropped.target().toString())
        .containsExactly("gfx90a", "gfx942", "gfx1030", "gfx12_0");
    assertThat(out("blas_lib_generic/z/stage/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat"))
        .doesNotExist();
  }

  @Test
  void artifactsOfTargetsWithFeaturesHaveColons() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X-all", "z/stage")
            .copy(FatFixture.MANY.path(), "z/stage/lib/libmany.so");
    SplitReport report = split(request(made.folder()));
    assertThat(out("blas_lib_gfx90a:xnack+/z/stage/.kpack/blas_lib_gfx90a:xnack+.kpack")).exists();
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("colon-in-file-name");
  }

  /** Its name says that all of its code is for one architecture, so nothing is taken out of it. */
  @Test
  void aLibraryOfOneArchitectureMovesWhole() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X-all", "z/stage")
            .copy(FatFixture.ONE.path(), "z/stage/lib/libMIOpenCK_gfx942.so.1")
            .copy(FatFixture.ONE.path(), "z/stage/lib/libone.so")
            .text("z/stage/miopen/db/gfx942130.cfg", "who knows");
    SplitReport report = split(request(made.folder()));
    assertThat(out("blas_lib_gfx942/z/stage/lib/libMIOpenCK_gfx942.so.1"))
        .hasSameBinaryContentAs(FatFixture.ONE.path());
    assertThat(out("blas_lib_generic/z/stage/lib/libMIOpenCK_gfx942.so.1")).doesNotExist();
    assertThat(out("blas_lib_generic/z/stage/miopen/db/gfx942130.cfg")).exists();
    assertThat(report.findings())
        .singleElement()
        .returns("database-recognised", OperationNote::rule)
        .returns(Severity.WARNING, OperationNote::severity)
        .satisfies(finding -> assertThat(finding.file()).hasFileName("gfx942130.cfg"));
    assertThat(
            Verify.run(List.of(temp.resolve("out")), VerifyRequest.everything(), Progress.NONE)
                .findings())
        .extracting(Finding::rule)
        .doesNotContain("artifact-host-code")
        .contains("database-recognised");
  }

  /** A thousand warnings would hide all others. */
  @Test
  void manySuchFilesOfAFolderAreOneWarning() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X-all", "z/stage")
            .copy(FatFixture.ONE.path(), "z/stage/lib/libone.so")
            .text("z/stage/lib/rocfft/gfx942/kernels.bin", "x");
    for (int i = 0; i < 1000; i++) {
      made.text("z/stage/lib/rocsparse/k%d_gfx942.bin".formatted(i), "x");
    }
    String words =
        "1000 files in it, k0_gfx942.bin, k1_gfx942.bin, k2_gfx942.bin, k3_gfx942.bin,"
            + " k4_gfx942.bin, k5_gfx942.bin and 994 more: each is a file of rocsparse whose"
            + " name contains an architecture, but no recogniser assigns it to one: it ";
    SplitReport report = split(SplitRequest.artifact(made.folder(), temp.resolve("out")));
    assertThat(report.findings())
        .extracting(note -> note.file().getFileName().toString(), OperationNote::message)
        .contains(tuple("rocsparse", words + "stays generic"))
        .hasSize(2);
    assertThat(Verify.run(List.of(temp.resolve("out")), VerifyRequest.everything()).findings())
        .filteredOn(finding -> finding.rule().equals("database-recognised"))
        .extracting(finding -> finding.place().label(), Finding::message)
        .contains(tuple("rocsparse", words + "is installed for every GPU."))
        .hasSize(2);
  }

  /** They may belong to a library that no recogniser knows, and to a database that is not split. */
  @Test
  void whatNamesAnArchitectureAmongALibrarysDataAndStaysGenericIsSaid() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X-all", "z/stage")
            .copy(FatFixture.ONE.path(), "z/stage/lib/libone.so")
            .text("z/stage/lib/rocfft/gfx942/kernels.bin", "x")
            .text("z/stage/lib/rocsparse/kernels_gfx942.bin", "x")
            .text("z/stage/lib/rocsolver/readme.txt", "x")
            .text("z/stage/lib/rocblas/library/gfx942_or_gfx1100.dat", "x")
            .text("z/stage/share/doc/gfx942.txt", "x");
    SplitReport report = split(SplitRequest.artifact(made.folder(), temp.resolve("out")));
    assertThat(report.findings())
        .extracting(
            note -> "%s %s".formatted(note.severity(), note.file().getFileName()),
            note -> note.message().split(" ", -1)[5])
        .containsExactlyInAnyOrder(
            tuple("WARNING kernels.bin", "rocfft"),
            tuple("WARNING kernels_gfx942.bin", "rocsparse"),
            tuple("WARNING gfx942_or_gfx1100.dat", "rocblas"));
  }

  /** Its artifact has the link, and that of the other architecture what it leads to. */
  @Test
  void aLinkFromOneArchitectureToAnotherIsSaid() throws IOException {
    String library = "z/stage/lib/rocblas/library/";
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X-all", "z/stage")
            .copy(FatFixture.ONE.path(), "z/stage/lib/libone.so")
            .text(library + "gfx942/K_gfx942.co", "942")
            .text(library + "K_gfx90a.co", "90a")
            .link(library + "gfx950", "gfx942")
            .link(library + "Alias_gfx90a.co", "K_gfx90a.co")
            .link(library + "K_gfx908.co", "../library/K_gfx90a.co")
            .link(library + "gfx1250v0", "gfx1250")
            .link(library + "latest", "gfx942");
    SplitReport report = split(request(made.folder()));
    assertThat(report.findings())
        .extracting(OperationNote::severity, OperationNote::rule, each -> each.file().getFileName())
        .containsExactlyInAnyOrder(
            tuple(Severity.WARNING, "database-link", Path.of("gfx950")),
            tuple(Severity.WARNING, "database-link", Path.of("K_gfx908.co")),
            tuple(Severity.WARNING, "database-recognised", Path.of("gfx1250v0")));
    assertThat(report.findings())
        .extracting(OperationNote::message)
        .anySatisfy(
            message ->
                assertThat(message)
                    .startsWith(
                        "it is a symbolic link for gfx950 to gfx942, which is for gfx942: "));
  }

  @Test
  void databasesThatAreNotNamedStayGenericAndUnknownOnesAreTold() throws IOException {
    SplitReport report =
        split(
            SplitRequest.artifact(usual().folder(), temp.resolve("out"))
                .with(SplitRequest.DATABASES, List.of("miopen", "other_cache")));
    assertThat(out("blas_lib_generic/z/stage/lib/rocblas/library/TensileLibrary_lazy_gfx942.dat"))
        .exists();
    assertThat(out("blas_lib_generic/math libs/ü/stage/share/miopen/db/gfx942130.db.txt"))
        .doesNotExist();
    assertThat(report.findings().getFirst())
        .returns("unknown-database", OperationNote::rule)
        .returns(Severity.WARNING, OperationNote::severity)
        .satisfies(finding -> assertThat(finding.message()).contains("\"other_cache\""));
    assertThat(report.findings().subList(1, report.findings().size()))
        .as("one for each database")
        .allSatisfy(
            left -> {
              assertThat(left.rule()).isEqualTo("database-left");
              assertThat(left.severity()).isEqualTo(Severity.NOTE);
            })
        .extracting(left -> left.message() + " | " + left.advice())
        .containsExactly(
            "2 files of aotriton (gfx11, gfx12_0; 4 B) stay in the generic artifact | To move such"
                + " files to the artifacts of their GPUs, name aotriton in --split-databases.",
            "1 file of hipblaslt (gfx942; 3 B) stays in the generic artifact | To move such files"
                + " to the artifacts of their GPUs, name hipblaslt in --split-databases.",
            "2 files of rocblas (gfx90a, gfx942; 6 B) stay in the generic artifact | To move such"
                + " files to the artifacts of their GPUs, name rocblas in --split-databases.");
  }

  @Test
  void manifestsOfArchivesCanBeLeftOutOrHaveChecksums() throws IOException {
    Path input = usual().folder();
    split(request(input).with(SplitRequest.NO_KPM, true));
    assertThat(TreeText.names(temp.resolve("out"))).doesNotContain(".kpm");
    split(request(input).with(SplitRequest.KPM_SHA256, true).with(SplitRequest.FORCE, true));
    byte[] kpm = Files.readAllBytes(out("blas_lib_generic/math libs/ü/stage/.kpack/blas_lib.kpm"));
    assertThat(new String(kpm, java.nio.charset.StandardCharsets.ISO_8859_1)).contains("sha256");
  }

  @Test
  void anArtifactWithoutDeviceCodeHasAGenericPartOnly() throws IOException {
    Path input =
        MadeArtifact.in(temp.resolve("in"), "rand_dev_gfx94X", "a/stage", "b/stage")
            .text("a/stage/include/x.h", "x")
            .folder();
    SplitReport report =
        split(
            request(input)
                .with(
                    ArchiveOptions.DEFAULT.with(
                        ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx942")))));
    assertThat(report.artifacts()).extracting(SplitArtifact::target).containsExactly("generic");
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("nothing-to-split");
    assertThat(ArtifactManifest.in(out("rand_dev_generic")).prefixes())
        .containsExactly("a/stage", "b/stage");
    assertThat(out("rand_dev_generic/b/stage")).isEmptyDirectory();
  }

  @Test
  void anArtifactWithNothingInItStillHasAManifest() throws IOException {
    Path input = MadeArtifact.in(temp.resolve("in"), "rand_run_gfx94X", "a/stage").folder();
    Files.delete(input.resolve("a/stage"));
    split(request(input));
    assertThat(ArtifactManifest.in(out("rand_run_generic")).prefixes()).containsExactly("a/stage");
  }

  @Test
  void windowsBinariesAreSplitAsOthers() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "x_lib_gfx94X", "a/stage")
            .copy(Fixtures.path("windows.dll"), "a/stage/windows.dll");
    SplitReport report = split(request(made.timed().folder()));
    assertThat(report.findings()).isEmpty();
    assertThat(Files.size(out("x_lib_generic/a/stage/windows.dll"))).isEqualTo(6144);
    assertThat(rows(out("x_lib_gfx90a/a/stage/.kpack/x_lib_gfx90a.kpack")))
        .containsExactly("a/stage/windows.dll#0 gfx90a");
  }

  @Test
  void windowsBinariesWithFeaturesGetAWarning() throws IOException {
    String dll =
        Files.readString(Fixtures.path("windows.dll"), StandardCharsets.ISO_8859_1)
            .replace("hipv4-amdgcn-amd-amdhsa--gfx90a", "hip-amdgcn-amd-a--gfx900:xnack-");
    Path file = Files.writeString(temp.resolve("windows.dll"), dll, StandardCharsets.ISO_8859_1);
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "x_lib_gfx94X", "a/stage")
            .copy(file, "a/stage/windows.dll");
    assertThat(split(request(made.folder())).findings())
        .filteredOn(finding -> finding.rule().equals("colon-in-file-name"))
        .containsExactly(
            OperationNote.warning(
                "colon-in-file-name",
                out("x_lib_gfx900:xnack-"),
                "x_lib_gfx900:xnack-: Windows allows no colon in names: no loader there finds their"
                    + " archives",
                "Convert the binaries one by one, each with a search path without @GFXARCH@."));
  }

  @Test
  void whatCannotBeConvertedIsCopiedAndReported() throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve("in"), "x_lib_gfx94X", "a/stage")
            .copy(Fixtures.path("libcomm.so"), "a/stage/libcomm.so")
            .copy(Fixtures.path("libhostonly.so"), "a/stage/libhostonly.so")
            .copy(FatFixture.ONE.path(), "a/stage/libone.so");
    ReplacedBytes.declaringMore(
        FatFixture.COMPRESSED.path(), made.folder().resolve("a/stage/broken.so"));
    SplitReport report = split(request(made.timed().folder()));
    for (String name : new String[] {"libcomm.so", "libhostonly.so", "broken.so"}) {
      Path copy = out("x_lib_generic/a/stage/" + name);
      assertThat(Files.mismatch(copy, made.folder().resolve("a/stage/" + name)))
          .as(name)
          .isEqualTo(-1);
      assertThat(Files.getLastModifiedTime(copy, LinkOption.NOFOLLOW_LINKS))
          .isEqualTo(Files.getLastModifiedTime(made.folder().resolve("a/stage/" + name)));
    }
    assertThat(report.findings())
        .extracting(finding -> finding.file().getFileName().toString(), OperationNote::rule)
        .containsExactlyInAnyOrder(
            tuple("libcomm.so", "no-wrappers"),
            tuple("libhostonly.so", "already-host-only"),
            tuple("broken.so", "broken-bundle"));
    // Nothing of the broken file's other bundles stays behind.
    assertThat(report.artifacts())
        .extracting(SplitArtifact::target)
        .containsExactly("generic", "gfx1100");
    assertThat(rows(out("x_lib_gfx1100/a/stage/.kpack/x_lib_gfx1100.kpack")))
        .containsExactly("a/stage/libone.so#0 gfx1100");
  }

  /** Counts how often it is called, which is at least once for each code object. */
  private static final class Told implements Progress {
    private final AtomicInteger times = new AtomicInteger();

    @Override
    public void begin(String what, long totalUnits, Unit unit) {}

    @Override
    public void advance(long units) {
      times.incrementAndGet();
    }

    @Override
    public boolean cancelled() {
      return false;
    }
  }

  /**
   * Its other bundles were in archives already when that shows; its prefix has no other code, and
   * its targets are those of no other file.
   */
  private Map<String, String> splitWithGoodOnes(Path last, String name, Told told)
      throws IOException {
    MadeArtifact made =
        MadeArtifact.in(temp.resolve(name), "x_lib_gfx94X", "a/stage", "a/stage-2", "b/stage")
            .copy(last, "a/stage/lib/last.so")
            .copy(FatFixture.ONE.path(), "a/stage-2/lib/libone.so");
    for (int i = 0; i < 4; i++) {
      made.copy(FatFixture.HUNDRED.path(), "b/stage/lib/lib" + i + ".so");
      made.copy(FatFixture.HUNDRED.path(), "a/stage-2/lib/lib" + i + ".so");
    }
    Path out = temp.resolve("out of " + name);
    new Split(SplitRequest.artifact(made.timed().folder(), out)).run(told);
    Map<String, String> tree = TreeText.of(out);
    tree.remove("");
    assertThat(tree.remove("x_lib_generic/a/stage/lib/last.so")).isNotNull();
    return tree;
  }

  @Test
  void oneBadBundleCostsItselfAndNothingOfItStays() throws IOException {
    Path bad = ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), temp.resolve("bad.so"));
    Files.setPosixFilePermissions(bad, Files.getPosixFilePermissions(FatFixture.ONE.path()));
    Path none = Files.writeString(temp.resolve("none"), "no binary at all");
    Told withBad = new Told();
    Told without = new Told();
    assertThat(splitWithGoodOnes(bad, "with", withBad))
        .isEqualTo(splitWithGoodOnes(none, "without", without));
    assertThat(withBad.times.get()).isLessThan(without.times.get() * 5 / 4);
    Marker marker = marker(temp.resolve("out of with/x_lib_generic/b/stage/lib/lib0.so"));
    assertThat(marker.searchPaths()).noneMatch(path -> path.contains("a/stage/"));
  }

  @Test
  void aDryRunSaysWhatWouldBeThereAndWritesNothing() throws IOException {
    SplitRequest request = request(usual().folder());
    SplitReport planned = new Split(request).plan(Progress.NONE);
    assertThat(temp.resolve("out")).doesNotExist();
    SplitReport report = split(request);
    assertThat(planned.artifacts())
        .extracting(
            SplitArtifact::name,
            SplitArtifact::path,
            SplitArtifact::kernels,
            SplitArtifact::files,
            SplitArtifact::prefixes)
        .containsExactlyElementsOf(
            report.artifacts().stream()
                .map(
                    one ->
                        tuple(one.name(), one.path(), one.kernels(), one.files(), one.prefixes()))
                .toList());
    assertThat(planned.findings()).isEqualTo(report.findings());
  }

  @Test
  void theArtifactPrefixMayBeSaid() throws IOException {
    Path input = usual().folder();
    Path elsewhere = Files.move(input, temp.resolve("anything"));
    split(request(elsewhere).with(SplitRequest.PREFIX, Optional.of("my_lib")));
    assertThat(out("my_lib_gfx942/z/stage/.kpack/my_lib_gfx942.kpack")).exists();
    assertThat(
            marker(out("my_lib_generic/z/stage/lib/deep/libdrift.so.1")).searchPaths().getFirst())
        .isEqualTo("../../.kpack/my_lib_@GFXARCH@.kpack");
  }
}
