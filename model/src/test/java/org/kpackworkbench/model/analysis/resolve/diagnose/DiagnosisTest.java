package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.OnInstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.offload.DeviceCode;

/** Each cause in its words. */
class DiagnosisTest extends OnInstalledTree {
  private static final String PATTERN = "../.kpack/x-@GFXARCH@.kpack";

  @Test
  void foundCodeNeedsNone() throws IOException {
    tree.with("x-gfx942.kpack", "lib/libtest.so#0@gfx942");
    assertThat(diagnosis(0, "gfx942", PATTERN)).isNull();
  }

  @Test
  void disabledByTheEnvironment() {
    assertThat(words(Map.of("ROCM_KPACK_DISABLE", "1"), 0, "gfx942", PATTERN))
        .containsExactly(
            "ROCM_KPACK_DISABLE is set, so the loader does not look for code.",
            "Unset it, or set it to 0.");
  }

  @Test
  void aMissingArchive() throws IOException {
    tree.with("x-gfx1100.kpack", "lib/libtest.so#0@gfx1100");
    assertThat(words(Map.of(), 0, "gfx942", PATTERN))
        .containsExactly(
            "No archive was found for gfx942: none of .kpack/x-gfx942.kpack,"
                + " .kpack/x-gfx9-4-generic.kpack exists.",
            "Install the device code for gfx942, or build it if there is none yet.");
  }

  @Test
  void codeForANearGpuIsMentionedAsAGamble() {
    assertThat(notCompiled("gfx1031", "gfx942", "gfx1030"))
        .isEqualTo(
            "Build it for gfx1031, too; no archive of this build can have it. An unsupported workaround: HSA_OVERRIDE_GFX_VERSION=10.3.0 lets the code for gfx1030 run on it, and nothing"
                + " checks that results are right.");
    assertThat(notCompiled("gfx906:sramecc-:xnack-", "gfx90c:xnack-"))
        .contains("HSA_OVERRIDE_GFX_VERSION=9.0.12 lets the code for gfx90c:xnack- run on it");
    assertThat(new Diagnosis.NotConverted("gfx1151", false, List.of("gfx1100"), null).advice())
        .contains("HSA_OVERRIDE_GFX_VERSION=11.0.0");
    assertThat(
            new Diagnosis.ArchitectureMissing("gfx1201", List.of("a"), List.of("gfx1200"), true)
                .advice())
        .contains("HSA_OVERRIDE_GFX_VERSION=12.0.0");
  }

  @Test
  void noGambleOnCodeThatTheGpuCannotRun() {
    // Other instructions, another setting, its own processor, code that it would get anyway.
    for (String compiled :
        List.of("gfx90a", "gfx900:xnack+", "gfx906:xnack+", "gfx1030", "gfx9-generic", "odd")) {
      assertThat(notCompiled("gfx906:sramecc+:xnack-", compiled)).doesNotContain("HSA_OVERRIDE");
    }
  }

  private static String notCompiled(String device, String... compiled) {
    return new Diagnosis.NotCompiled("lib/a.so#0", device, List.of(compiled)).advice();
  }

  @Test
  void aMissingHiddenFolder() throws IOException {
    Files.delete(tree.root().resolve(".kpack"));
    assertThat(words(Map.of(), 0, "gfx942", PATTERN).getFirst())
        .isEqualTo("The hidden folder .kpack, where the archives should be, does not exist.");
    // Other folders may be missing for other reasons.
    assertThat(diagnosis(0, "gfx942", "../kpack/x.kpack"))
        .isInstanceOf(Diagnosis.ArchiveMissing.class);
  }

  @Test
  void aVariableThatHidesTheSearchPaths() throws IOException {
    tree.with("x-gfx942.kpack", "lib/libtest.so#0@gfx942");
    assertThat(words(Map.of("ROCM_KPACK_PATH", "/no/such.kpack"), 0, "gfx942", PATTERN))
        .containsExactly(
            "ROCM_KPACK_PATH replaces the binary's own search paths, and leads to no archive:"
                + " /no/such.kpack.",
            "Unset it, or name archives in it, not folders or patterns.");
  }

  @Test
  void anUnreadableArchive() throws IOException {
    Files.writeString(tree.archive("x-gfx942.kpack"), "this is no archive at all".repeat(10));
    Diagnosis found = diagnosis(0, "gfx942", PATTERN);
    assertThat(found).isInstanceOf(Diagnosis.ArchiveUnreadable.class);
    assertThat(shown(found.sentence()))
        .startsWith("The archive .kpack/x-gfx942.kpack exists but cannot be opened: ")
        .contains("magic");
    assertThat(found.advice()).isEqualTo("Verify it, and install it again.");
    assertThat(found.place()).isEqualTo(new Place.File(tree.archive("x-gfx942.kpack")));
  }

  @Test
  void anArchiveLargerThanLoadersTake() throws IOException {
    TestArchive archive = TestArchive.zstd().area((4L << 30) + 1);
    Files.write(tree.archive("x-gfx942.kpack"), archive.bytes());
    Diagnosis found = diagnosis(0, "gfx942", PATTERN);
    assertThat(shown(found.sentence())).contains("its blob area has 4294967297 bytes");
    assertThat(found.advice()).startsWith("Make one archive for each target");
  }

  @Test
  void anArchitectureThatNoArchiveLists() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx1100", "lib/libtest.so#0@gfx90a");
    assertThat(words(Map.of(), 0, "gfx942", "../.kpack/a.kpack"))
        .containsExactly(
            "None of the archives that were found lists gfx942: .kpack/a.kpack lists gfx1100,"
                + " gfx90a.",
            "Install the device code for gfx942, or build it if there is none yet.");
  }

  @Test
  void aFeatureInAnotherSpelling() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx90a-xnack+");
    assertThat(words(Map.of(), 0, "gfx90a:xnack+", "../.kpack/a.kpack").getFirst())
        .isEqualTo(
            "The archive .kpack/a.kpack lists gfx90a-xnack+, but loaders look for the same target"
                + " as gfx90a:xnack+.");
  }

  @Test
  void otherSettingsOfAFeature() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx90a:xnack-");
    assertThat(words(Map.of(), 0, "gfx90a:sramecc+:xnack+", "../.kpack/a.kpack"))
        .containsExactly(
            "There is code for gfx90a:xnack-, but a loader does not use it for"
                + " gfx90a:sramecc+:xnack+: a feature that is named must match.",
            "Run the device with that setting of xnack (HSA_XNACK=0 or 1), or install code for"
                + " gfx90a:sramecc+:xnack+.");
    tree.with("ecc.kpack", "lib/libtest.so#0@gfx90a:sramecc-");
    assertThat(words(Map.of(), 0, "gfx90a:sramecc+:xnack+", "../.kpack/ecc.kpack").getLast())
        .isEqualTo("Install code for gfx90a:sramecc+:xnack+.");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void otherSettingsOfAFeatureInArchivesOfTheirOwn() throws IOException {
    tree.with("a_gfx90a:xnack-.kpack", "lib/libtest.so#0@gfx90a:xnack-");
    tree.with("a_gfx908:xnack-.kpack", "lib/libtest.so#0@gfx908:xnack-");
    assertThat(words(Map.of(), 0, "gfx90a", "../.kpack/a_@GFXARCH@.kpack"))
        .containsExactly(
            "There is code for gfx90a:xnack-, but a loader does not use it for gfx90a: a feature"
                + " that is named must match.",
            "Use the device's full target, as rocminfo prints it, such as gfx90a:sramecc+:xnack-; if"
                + " it has no features, install code for gfx90a.");
    assertThat(words(Map.of(), 0, "gfx90a:xnack+", "../.kpack/a_@GFXARCH@.kpack").getLast())
        .startsWith("Run the device with that setting of xnack (HSA_XNACK=0 or 1)");
    assertThat(words(Map.of(), 0, "gfx942", "../.kpack/a_@GFXARCH@.kpack").getFirst())
        .startsWith("No archive was found for gfx942");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anArchiveWhoseNameIsSpeltInAnotherWay() throws IOException {
    tree.with("a_gfx90a-xnack+.kpack", "lib/libtest.so#0@gfx90a:xnack+");
    assertThat(words(Map.of(), 0, "gfx90a:xnack+", "../.kpack/a_@GFXARCH@.kpack"))
        .containsExactly(
            "The archive .kpack/a_gfx90a-xnack+.kpack exists, but loaders look for it as"
                + " .kpack/a_gfx90a:xnack+.kpack.",
            "Rename it.");
  }

  @Test
  void aForcedArchitectureWithoutAnArchive() throws IOException {
    tree.with("a_gfx942.kpack", "lib/libtest.so#0@gfx942");
    Map<String, String> forced = Map.of("ROCM_KPACK_ARCH_OVERRIDE", "gfx1201");
    assertThat(words(forced, "../.kpack/a_@GFXARCH@.kpack"))
        .isEqualTo(
            "ROCM_KPACK_ARCH_OVERRIDE selects gfx1201, and no archive that can be opened lists it.");
  }

  @Test
  void aForcedArchitecture() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    Map<String, String> forced = Map.of("ROCM_KPACK_ARCH_OVERRIDE", "gfx1201");
    assertThat(words(forced, "../.kpack/a.kpack"))
        .isEqualTo(
            "ROCM_KPACK_ARCH_OVERRIDE selects gfx1201, and no archive that can be opened lists it.");
  }

  @Test
  void archivesOfAnotherBuild() throws IOException {
    tree.with("a.kpack", "lib/libother.so#0@gfx942");
    assertThat(words(Map.of(), 0, "gfx942", "../.kpack/a.kpack").getFirst())
        .isEqualTo(
            "The archives list gfx942, but have nothing under the name lib/libtest.so for any"
                + " target: .kpack/a.kpack.");
  }

  @Test
  void anIndexThatIsNotThere() throws IOException {
    tree.with(
        "a.kpack",
        "lib/libtest.so#0@gfx942",
        "lib/libtest.so#1@gfx942",
        "lib/libtest.so#9@gfx942",
        "lib/libtest.so#4@gfx1100");
    assertThat(words(Map.of(), 4, "gfx942", "../.kpack/a.kpack").getFirst())
        .isEqualTo(
            ".kpack/a.kpack lists gfx942, but has no code object lib/libtest.so#4; of this binary"
                + " there is #0–#1, #9.");
  }

  @Test
  void anIndexThatIsNotInTheOverlay() throws IOException {
    tree.with("x-gfx90a:xnack+.kpack", "lib/libtest.so#0@gfx90a:xnack+")
        .with("x-gfx90a.kpack", "lib/libtest.so#0@gfx90a", "lib/libtest.so#1@gfx90a");
    String overlay =
        ".kpack/x-gfx90a:xnack+.kpack lists gfx90a:xnack+, but has no code object lib/libtest.so#1"
            + " for it. A tolerant loader finds it in .kpack/x-gfx90a.kpack for gfx90a; a strict"
            + " one, as shipped up to mid-2026, gives up at the first miss.";
    assertThat(words(Map.of(), 1, "gfx90a:xnack+", PATTERN)).startsWith(overlay);
    try (Loader strict = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.STRICT)) {
      Diagnosis found = diagnosis(strict, 1, "gfx90a:xnack+", PATTERN);
      assertThat(shown(found.sentence())).isEqualTo(overlay);
    }

    Files.delete(tree.archive("x-gfx90a.kpack"));
    assertThat(words(Map.of(), 1, "gfx90a:xnack+", PATTERN))
        .containsExactly(
            ".kpack/x-gfx90a:xnack+.kpack lists gfx90a:xnack+, but has no code object"
                + " lib/libtest.so#1, and other archives that could have it are missing: .kpack/x-gfx90a.kpack.",
            "Install the missing archives: an overlay archive has only some code objects, a"
                + " base archive the others.");
  }

  /** Also where another search path is missing. */
  @Test
  void aWrongNameComesBeforeAMissingBase() throws IOException {
    tree.with("x-gfx90a:xnack+.kpack", "stage/lib/libtest.so#0@gfx90a:xnack+");
    assertThat(diagnosis(0, "gfx90a:xnack+", PATTERN).advice())
        .startsWith(
            "These archives have stage/lib/libtest.so: if that is this binary, its marker's kernel_name");
    tree.with("x-gfx90a:xnack+.kpack", "stage/lib/libother.so#0@gfx90a:xnack+");
    assertThat(diagnosis(0, "gfx90a:xnack+", PATTERN)).isInstanceOf(Diagnosis.BaseMissing.class);
  }

  @Test
  void aBaseArchiveWithAPathOfItsOwn() throws IOException {
    tree.with("overlay.kpack", "lib/libtest.so#0@gfx942");
    assertThat(diagnosis(1, "gfx942", "../.kpack/overlay.kpack", "../.kpack/base.kpack"))
        .isInstanceOf(Diagnosis.BaseMissing.class);
  }

  @Test
  void codeThatCannotBeUnpacked() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942");
    byte[] bytes = Files.readAllBytes(tree.archive("a.kpack"));
    // In the frame's data, behind the chain's count and size and the frame's magic.
    bytes[64 + 4 + 4 + 12] ^= 0x55;
    Files.write(tree.archive("a.kpack"), bytes);
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      Resolution loaded = loader.load(tree.request(0, "gfx942", "../.kpack/a.kpack")).resolution();
      Diagnosis found = new Diagnoser(loader).of(outcome(loaded), DeviceCode.HOST_ONLY);
      assertThat(shown(found.sentence()))
          .startsWith("lib/libtest.so#0 @ gfx942 in .kpack/a.kpack exists but cannot be loaded: ")
          .contains(": frame 0 is damaged (")
          .endsWith("). Loaders return error 6 for it, and gfx942 gets nothing.");
      assertThat(found.advice()).startsWith("Verify the archive");
    }
  }

  @Test
  void aTraceAloneIsEnoughForMostCauses() throws IOException {
    tree.with("a.kpack", "lib/libother.so#0@gfx942");
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      Diagnoser alone = Diagnoser.ofTraces();
      Resolution miss = loader.resolve(tree.request(0, "gfx942", "../.kpack/a.kpack"));
      assertThat(alone.of(miss.trace(), miss.error(), "gfx942"))
          .isInstanceOf(Diagnosis.IndexMissing.class);
      Resolution none = loader.resolve(tree.request(0, "gfx942", "/no/.kpack/a.kpack"));
      // Whether the folder is missing on the log's machine is not known here.
      assertThat(alone.of(none.trace(), none.error(), "gfx942"))
          .isInstanceOf(Diagnosis.ArchiveMissing.class);
      assertThat(alone.of(List.of(), LoaderError.OUT_OF_MEMORY, "gfx942").sentence())
          .isEqualTo("The loader returns error 7 (out of memory).");
    }
  }

  private String words(Map<String, String> planned, String path) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.of(planned), LoaderBehaviour.PLANNED)) {
      return shown(diagnosis(loader, 0, "gfx942", path).sentence());
    }
  }

  private List<String> words(
      Map<String, String> environment, long index, String device, String... paths) {
    try (Loader loader = new Loader(LoaderEnvironment.of(environment), LoaderBehaviour.TOLERANT)) {
      Diagnosis found = diagnosis(loader, index, device, paths);
      return List.of(shown(found.sentence()), shown(found.advice()));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private Diagnosis diagnosis(long index, String device, String... paths) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      return diagnosis(loader, index, device, paths);
    }
  }

  private Diagnosis diagnosis(Loader loader, long index, String device, String... paths) {
    Resolution resolution =
        loader.resolve(tree.request(index, InstalledTree.preference(device), paths));
    return new Diagnoser(loader).of(outcome(resolution), DeviceCode.HOST_ONLY);
  }

  private static WrapperOutcome outcome(Resolution resolution) {
    Place file = new Place.File(resolution.request().binary());
    return new WrapperOutcome(
        new Place.Wrapper(file, 0, new org.kpackworkbench.model.base.bytes.ByteRange(0, 24)),
        0,
        GpuTarget.parse(resolution.request().targets().getFirst()),
        new WrapperOutcome.InArchive(resolution, null));
  }

  private String shown(String text) {
    return text.replace(tree.root() + "/", "");
  }
}
