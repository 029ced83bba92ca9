package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.LoadComparison.Phase;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.OnInstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;

/** Where loads for two devices, or in two environments, part ways. */
class LoadComparisonTest extends OnInstalledTree {
  private static final String PATTERN = "../.kpack/x-@GFXARCH@.kpack";

  @BeforeEach
  void fillTree() throws IOException {
    tree.with("x-gfx942.kpack", "lib/libtest.so#0@gfx942", "lib/libtest.so#1@gfx942");
  }

  private WrapperOutcome load(Map<String, String> variables, int index, String device, String path)
      throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.of(variables), LoaderBehaviour.TOLERANT)) {
      Resolution resolution =
          loader.resolve(tree.request(index, InstalledTree.preference(device), path));
      return new WrapperOutcome(
          new Place.Wrapper(new Place.File(tree.library()), index, new ByteRange(0, 24)),
          index,
          GpuTarget.parse(device),
          new WrapperOutcome.InArchive(resolution, null));
    }
  }

  private LoadComparison devices(int index, String left, String right, String path)
      throws IOException {
    return LoadComparison.of(
        load(Map.of(), index, left, path), left, load(Map.of(), index, right, path), right);
  }

  private LoadComparison environments(Map<String, String> variables) throws IOException {
    return LoadComparison.of(
        load(Map.of(), 0, "gfx942", PATTERN), "A", load(variables, 0, "gfx942", PATTERN), "B");
  }

  private String shown(LoadComparison compared) {
    return compared.sentence().replace(tree.root() + "/", "");
  }

  private static Step step(WrapperOutcome outcome, int number) {
    return ((WrapperOutcome.InArchive) outcome.code()).resolution().trace().get(number);
  }

  @Test
  void theSameWayPartsNowhere() throws IOException {
    LoadComparison same = environments(Map.of("ROCM_KPACK_PATH", ""));
    assertThat(same.phase()).isEqualTo(Phase.NOWHERE);
    assertThat(same.sameResult()).isTrue();
    assertThat(shown(same))
        .isEqualTo("Both find lib/libtest.so#0 @ gfx942 in .kpack/x-gfx942.kpack.");
    assertThat(devices(0, "gfx1100", "gfx1030", PATTERN).sentence())
        .isEqualTo("Neither finds code: error 13 (archive not found).");
  }

  @Test
  void atTheArchives() throws IOException {
    LoadComparison parted = devices(0, "gfx942", "gfx1100", PATTERN);
    assertThat(parted.phase()).isEqualTo(Phase.ARCHIVES);
    assertThat(parted.onlyOneFinds()).isTrue();
    assertThat(shown(parted))
        .isEqualTo(
            "gfx942: .kpack/x-gfx942.kpack exists; gfx1100: there is none of"
                + " .kpack/x-gfx1100.kpack, .kpack/x-gfx11-generic.kpack.");
    assertThat(step(parted.left(), parted.leftStep())).isInstanceOf(Step.ArchiveOpened.class);
    assertThat(step(parted.right(), parted.rightStep())).isInstanceOf(Step.ArchiveMissing.class);

    Files.writeString(tree.archive("x-gfx1100.kpack"), "no archive".repeat(20));
    LoadComparison damaged = devices(0, "gfx1100", "gfx942", PATTERN);
    assertThat(shown(damaged))
        .isEqualTo(
            "gfx942: .kpack/x-gfx942.kpack exists; gfx1100: .kpack/x-gfx1100.kpack cannot be"
                + " opened.");
    assertThat(step(damaged.left(), damaged.leftStep())).isInstanceOf(Step.ArchiveUnreadable.class);
  }

  @Test
  void atTheArchitecture() throws IOException {
    tree.with("all.kpack", "lib/libtest.so#0@gfx942");
    LoadComparison parted = devices(0, "gfx942", "gfx1100", "../.kpack/all.kpack");
    assertThat(parted.phase()).isEqualTo(Phase.ARCHITECTURE);
    assertThat(shown(parted))
        .isEqualTo(
            "gfx942: .kpack/all.kpack lists gfx942; gfx1100: .kpack/all.kpack has none of the"
                + " architectures that are looked for.");
    assertThat(step(parted.right(), parted.rightStep())).isInstanceOf(Step.ArchitectureTried.class);
  }

  @Test
  void atTheCodeObject() throws IOException {
    tree.with("x-gfx1100.kpack", "lib/libtest.so#0@gfx1100");
    LoadComparison both = devices(0, "gfx942", "gfx1100", PATTERN);
    assertThat(both.phase()).isEqualTo(Phase.CODE);
    assertThat(both.onlyOneFinds()).isFalse();
    assertThat(both.sameResult()).as("each device has code of its own").isTrue();
    LoadComparison one = devices(1, "gfx942", "gfx1100", PATTERN);
    assertThat(one.onlyOneFinds()).isTrue();
    assertThat(shown(one))
        .isEqualTo(
            "gfx942 finds lib/libtest.so#1 @ gfx942 in .kpack/x-gfx942.kpack; gfx1100:"
                + " .kpack/x-gfx1100.kpack lists gfx1100, but has no lib/libtest.so#1.");
    assertThat(step(one.left(), one.leftStep())).isInstanceOf(Step.KernelFound.class);
    assertThat(step(one.right(), one.rightStep())).isInstanceOf(Step.KernelMissed.class);
  }

  @Test
  void atTheEnvironment() throws IOException {
    LoadComparison off = environments(Map.of("ROCM_KPACK_DISABLE", "1"));
    assertThat(off.phase()).isEqualTo(Phase.ENVIRONMENT);
    assertThat(off.sentence()).isEqualTo("B: loading is off; A: it goes on to the search paths.");
    assertThat(environments(Map.of("ROCM_KPACK_ARCH_OVERRIDE", "gfx1201")).phase())
        .as("no loader reads it")
        .isEqualTo(Phase.NOWHERE);
    LoadComparison paths = environments(Map.of("ROCM_KPACK_PATH", "/no/x.kpack"));
    assertThat(paths.phase()).isEqualTo(Phase.PATHS);
    assertThat(paths.sentence())
        .isEqualTo("A searches " + PATTERN + "; B searches ROCM_KPACK_PATH, /no/x.kpack.");
    assertThat(step(paths.right(), paths.rightStep())).isInstanceOf(Step.PathsOverridden.class);
  }

  @Test
  void wrappersArePairedByTheirNumbers() throws IOException {
    WrapperOutcome zero = load(Map.of(), 0, "gfx942", PATTERN);
    WrapperOutcome one = load(Map.of(), 1, "gfx942", PATTERN);
    assertThat(LoadComparison.of(binary(List.of(zero, one)), "A", binary(List.of(one)), "B"))
        .singleElement()
        .satisfies(pair -> assertThat(pair.wrapper()).isEqualTo(1));
  }

  private BinaryResolution binary(List<WrapperOutcome> outcomes) {
    return new BinaryResolution(
        new Place.File(tree.library()),
        org.kpackworkbench.model.format.offload.DeviceCode.HOST_ONLY,
        List.of(),
        null,
        List.of(GpuTarget.of("gfx942")),
        outcomes);
  }
}
