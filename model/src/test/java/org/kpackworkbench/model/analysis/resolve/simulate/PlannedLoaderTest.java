package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InArchive;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.InBundle;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome.Unusable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;

/** What was planned and no loader does: only if requested. */
class PlannedLoaderTest extends OnInstalledTree {
  private static final LoaderEnvironment NONE = LoaderEnvironment.NONE;

  @Test
  void anArchitectureMayBeForced() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    LoaderEnvironment forced =
        LoaderEnvironment.of(Map.of("ROCM_KPACK_ARCH_OVERRIDE", "amdgcn-amd-amdhsa--gfx942"));
    LoadRequest request = tree.request(0, "gfx1100 gfx11-generic", "../.kpack/a.kpack");
    Resolution planned = LoaderTraceTest.resolve(forced, LoaderBehaviour.PLANNED, request);
    assertThat(tree.words(planned))
        .contains(
            "ROCM_KPACK_ARCH_OVERRIDE replaces the targets by amdgcn-amd-amdhsa--gfx942"
                + " (planned; no loader does)",
            "trying architecture: gfx942")
        .doesNotContain("trying architecture: gfx1100");
    assertThat(tree.words(planned).getFirst()).startsWith("note: This is what was planned");
    assertThat(planned.succeeded()).isTrue();
    assertThat(planned.difference())
        .startsWith("A planned loader finds")
        .endsWith("a tolerant one returns error 14 (architecture not found).");

    for (LoaderBehaviour today :
        new LoaderBehaviour[] {LoaderBehaviour.TOLERANT, LoaderBehaviour.STRICT}) {
      Resolution ignored = LoaderTraceTest.resolve(forced, today, request);
      assertThat(ignored.error()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
      assertThat(ignored.trace()).noneMatch(Step.TargetsReplaced.class::isInstance);
    }
  }

  @Test
  void theOlderGenericNameCountsWhereAnArchiveHasIt() throws IOException {
    LoadRequest request =
        tree.request(0, "gfx1030 gfx10-3-generic", "../.kpack/rocm-@GFXARCH@.kpack");
    assertThat(tree.words(planned(request))).noneMatch(line -> line.contains("gfx10-generic"));
    tree.with("rocm-gfx10-generic.kpack", "lib/libtest.so#0@gfx10-generic");
    assertThat(planned(request).found().architecture()).isEqualTo("gfx10-generic");
    assertThat(today(request).error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
  }

  @Test
  void aManifestStandsForItsArchives() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942").with("b.kpack", "lib/libtest.so#0@gfx1100");
    Files.write(
        tree.archive("test.kpm"), Manifests.listing("gfx942", "a.kpack", "gfx1100", "b.kpack"));
    LoadRequest request = tree.request(0, "gfx1100", "../.kpack/test.kpm");
    assertThat(tree.words(planned(request)).subList(3, 9))
        .containsExactly(
            "direct path: ../.kpack/test.kpm -> .kpack/test.kpm",
            "manifest .kpack/test.kpm lists 2 archives (planned; no loader follows it)",
            "opened and cached archive: .kpack/a.kpack",
            "  architecture: gfx942",
            "opened and cached archive: .kpack/b.kpack",
            "  architecture: gfx1100");
    assertThat(planned(request).succeeded()).isTrue();

    assertThat(today(request).error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(tree.words(today(request)))
        .contains("failed to open archive: .kpack/test.kpm (error 3)");
  }

  @Test
  void aManifestDoesNotLeadOutOfItsFolder() throws IOException {
    Files.write(tree.root().resolve("lib/outside.kpack"), InstalledTree.bytes(true, "x#0@gfx942"));
    Files.write(tree.archive("test.kpm"), Manifests.listing("gfx942", "../lib/outside.kpack"));
    Resolution resolution = planned(tree.request(0, "gfx942", "../.kpack/test.kpm"));
    assertThat(resolution.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(tree.words(resolution))
        .contains(
            "failed to open archive: ../lib/outside.kpack (error 12)",
            "    the manifest names a \"..\" part");
  }

  /** A library whose wrappers lead to the marker of this tree, and whose device code is left. */
  private Path keepingCode(FatFixture fixture, String searchPath) throws IOException {
    Path library = Files.copy(fixture.path(), tree.root().resolve("lib/lib.so"));
    HalfConverted.keepingCode(library, InstalledTree.NAME, searchPath);
    return library;
  }

  private static BinaryResolution resolve(
      Path library, LoaderBehaviour behaviour, LoaderEnvironment environment, String device)
      throws IOException {
    try (Loader loader = new Loader(environment, behaviour)) {
      return new BinaryResolver(loader, List.of(GpuTarget.parse(device)), false)
          .resolve(library, Progress.NONE);
    }
  }

  private static BinaryResolution planned(Path library, String device) throws IOException {
    return resolve(library, LoaderBehaviour.PLANNED, LoaderEnvironment.NONE, device);
  }

  @Test
  void whereNoArchiveGivesCodeTheBinarysOwnIsTheLastResort() throws IOException {
    Path library = keepingCode(FatFixture.DRIFT, "../.kpack/none.kpack");
    BinaryResolution fat = ConvertedTree.resolve(FatFixture.DRIFT.path(), NONE, "gfx90a");
    BinaryResolution planned = planned(library, "gfx90a");
    assertThat(planned.state()).isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(planned.outcomes()).hasSize(5);
    for (int i = 0; i < 5; i++) {
      InBundle own = (InBundle) fat.outcomes().get(i).code();
      WrapperOutcome outcome = planned.outcomes().get(i);
      assertThat(outcome.found()).isEqualTo(own.found() != null);
      if (own.found() == null) {
        assertThat(outcome.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
        assertThat(StepText.lines(((InArchive) outcome.code()).resolution().trace()).getLast())
            .startsWith("note: Bundle " + i + " of the binary has code for ")
            .endsWith(", which cannot serve as a fallback.");
      } else {
        InBundle inside = (InBundle) outcome.code();
        assertThat(inside.found().parent().label()).isEqualTo("bundle " + i);
        assertThat(inside.found().target()).isEqualTo("gfx90a");
        assertThat(inside.sizeBytes()).isEqualTo(own.sizeBytes());
        assertThat(tree.words(inside.asked()))
            .containsSubsequence(
                "archive not found: .kpack/none.kpack",
                "no valid archives found in 1 kpack paths",
                "falling back to bundle %d of the binary, gfx90a: %d bytes (planned; no loader does)"
                    .formatted(i, own.sizeBytes()));
        assertThat(inside.difference())
            .isEqualTo(
                "A planned loader falls back to the binary's own code for gfx90a;"
                    + " a tolerant one returns error 13 (archive not found).");
      }
    }
    for (LoaderBehaviour today : List.of(LoaderBehaviour.TOLERANT, LoaderBehaviour.STRICT)) {
      assertThat(resolve(library, today, NONE, "gfx90a").outcomes())
          .hasSize(5)
          .allMatch(outcome -> outcome.error() == LoaderError.ARCHIVE_NOT_FOUND);
    }
  }

  @Test
  void anArchiveCountsBeforeTheBinarysOwnCode() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx1100");
    Path library = keepingCode(FatFixture.ONE, "../.kpack/a.kpack");
    assertThat(planned(library, "gfx1100").outcomes().getFirst().code())
        .isInstanceOfSatisfying(
            InArchive.class,
            asked ->
                assertThat(asked.resolution().found().archive())
                    .isEqualTo(tree.archive("a.kpack")));
    // Whatever is wrong with the archives, error 12 included.
    tree.with("a.kpack", "lib/libtest.so#1@gfx1100");
    assertThat(((InBundle) only(planned(library, "gfx1100"))).asked().error())
        .isEqualTo(LoaderError.KERNEL_NOT_FOUND);
    HalfConverted.misdirect(library, 0);
    assertThat(((InBundle) only(planned(library, "gfx1100"))).asked().error())
        .isEqualTo(LoaderError.INVALID_METADATA);
  }

  @Test
  void aConvertedWrapperMayStillPointToItsBundle() throws IOException {
    Path library = Files.copy(FatFixture.ONE.path(), tree.root().resolve("lib/lib.so"));
    HalfConverted.magicOnly(library);
    assertThat(only(planned(library, "gfx1100"))).isInstanceOf(InBundle.class);
    assertThat(planned(library, "gfx942").outcomes().getFirst().error())
        .isEqualTo(LoaderError.INVALID_METADATA);
    assertThat(only(resolve(library, LoaderBehaviour.TOLERANT, NONE, "gfx1100")))
        .isInstanceOf(Unusable.class);
  }

  @Test
  void loadingSwitchedOffYieldsNoCode() throws IOException {
    Path library = keepingCode(FatFixture.ONE, "../.kpack/none.kpack");
    LoaderEnvironment off = LoaderEnvironment.of(Map.of("ROCM_KPACK_DISABLE", "1"));
    assertThat(resolve(library, LoaderBehaviour.PLANNED, off, "gfx1100").outcomes())
        .singleElement()
        .matches(outcome -> outcome.error() == LoaderError.NOT_IMPLEMENTED);
  }

  @Test
  void aForcedArchitectureIsForcedForTheBinarysOwnCodeToo() throws IOException {
    Path library = keepingCode(FatFixture.MANY, "../.kpack/none.kpack");
    LoaderEnvironment forced = LoaderEnvironment.of(Map.of("ROCM_KPACK_ARCH_OVERRIDE", "gfx942"));
    InBundle inside = (InBundle) only(resolve(library, LoaderBehaviour.PLANNED, forced, "gfx1100"));
    assertThat(inside.found().target()).isEqualTo("gfx942");
  }

  @Test
  void codeThatWasOverwrittenIsNoLastResort() throws IOException {
    Path library = keepingCode(FatFixture.ONE, "../.kpack/none.kpack");
    Place.CodeObject code = ((InBundle) only(planned(library, "gfx1100"))).found();
    byte[] bytes = Files.readAllBytes(library);
    int start = (int) code.range().start();
    Arrays.fill(bytes, start, start + (int) code.range().length(), (byte) 0);
    Files.write(library, bytes);
    Resolution resolution = ((InArchive) only(planned(library, "gfx1100"))).resolution();
    assertThat(resolution.error()).isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    assertThat(StepText.lines(resolution.trace()).getLast())
        .isEqualTo("note: Bundle 0 of the binary remains, but its code is overwritten with zeros.");
  }

  @Test
  void aHostOnlyBinaryHasNoLastResort() throws IOException {
    Path library = ConvertedTree.convert(FatFixture.ONE.path(), folder, "lib.so");
    Resolution resolution = ((InArchive) only(planned(library, "gfx942"))).resolution();
    assertThat(resolution.succeeded()).isFalse();
    assertThat(StepText.lines(resolution.trace()).getLast())
        .isEqualTo("note: No device code is left in the binary to fall back to.");
  }

  @Test
  void whereThereAreFewerBundlesThanWrappersNobodyCanTellWhichIsWhose() throws IOException {
    Path library = keepingCode(FatFixture.DRIFT, "../.kpack/none.kpack");
    byte[] bytes = Files.readAllBytes(library);
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of("library", bytes.clone())));
    int second = (int) fat.bundles().get(1).range().start();
    Arrays.fill(bytes, second, second + 24, (byte) 0);
    Files.write(library, bytes);
    for (WrapperOutcome outcome : planned(library, "gfx1100").outcomes()) {
      Resolution resolution = ((InArchive) outcome.code()).resolution();
      assertThat(StepText.lines(resolution.trace()).getLast())
          .startsWith("note: The binary still has 4 bundles for 5 wrappers; which of them #");
    }
  }

  @Test
  void loadsThatOnlyFallBackOnOneSidePartInTheBinary() throws IOException {
    Path library = keepingCode(FatFixture.ONE, "../.kpack/none.kpack");
    LoadComparison compared =
        LoadComparison.of(
                planned(library, "gfx1100"),
                "A",
                resolve(library, LoaderBehaviour.TOLERANT, NONE, "gfx1100"),
                "B")
            .getFirst();
    assertThat(compared.onlyOneFinds()).isTrue();
    assertThat(compared.phase()).isEqualTo(LoadComparison.Phase.BINARY);
    assertThat(compared.sentence())
        .isEqualTo(
            "A: the binary itself has code, for gfx1100;"
                + " B: a loader returns error 13 (archive not found).");
  }

  private static WrapperOutcome.Code only(BinaryResolution resolved) {
    assertThat(resolved.outcomes()).hasSize(1);
    return resolved.outcomes().getFirst().code();
  }

  private static Resolution planned(LoadRequest request) {
    return LoaderTraceTest.resolve(LoaderEnvironment.NONE, LoaderBehaviour.PLANNED, request);
  }

  private static Resolution today(LoadRequest request) {
    return LoaderTraceTest.resolve(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT, request);
  }
}
