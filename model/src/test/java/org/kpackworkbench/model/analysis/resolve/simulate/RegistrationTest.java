package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution.WrapperOutcome;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.RuntimeCheck;
import org.kpackworkbench.model.format.offload.DeviceCode;

/** What a process with several devices sees, of the newest runtime and of those before. */
class RegistrationTest extends OnInstalledTree {
  @BeforeEach
  void fillTree() throws IOException {
    tree.with("a.kpack", "lib/libtest.so#0@gfx942", "gfx1100");
  }

  @Test
  void theNewestSkipsADeviceThatNoArchiveLists() throws IOException {
    Registration found = of(0, "gfx942", "gfx1201");
    assertThat(found.served()).containsExactly(GpuTarget.of("gfx942"));
    assertThat(found.skipped()).containsExactly(GpuTarget.of("gfx1201"));
    assertThat(found.newest()).isNull();
    assertThat(found.beforeError()).isEqualTo(LoaderError.SUCCESS);
    assertThat(found.before()).isNull();
  }

  @Test
  void anyOtherErrorFailsForAll() throws IOException {
    Registration found = of(0, "gfx942", "gfx1100");
    assertThat(found.served()).isEmpty();
    assertThat(found.newest()).isEqualTo(HipError.INVALID_IMAGE);
    // One code object for all: the first list that has one decides.
    assertThat(found.before()).isNull();
  }

  @Test
  void whereNoneIsServedTheErrorsDiffer() throws IOException {
    Registration found = of(0, "gfx1201", "gfx1030");
    assertThat(found.newest()).isEqualTo(HipError.INVALID_KERNEL_FILE);
    assertThat(found.newest().number()).isEqualTo(218);
    assertThat(found.beforeError()).isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
    assertThat(found.before()).isEqualTo(HipError.INVALID_IMAGE);
  }

  /** A loader finds it; the step after that fails. */
  @Test
  void servesNoDeviceWhoseCodeIsRefused() throws IOException {
    WrapperOutcome one = outcome(0, "gfx942");
    RuntimeCheck.Refusal refusal = new RuntimeCheck.Refusal("Its flags state gfx1100.", "");
    Registration found =
        of(
            List.of(
                new WrapperOutcome(
                    one.wrapper(), one.number(), one.device(), one.code(), refusal, List.of())));
    assertThat(found.served()).isEmpty();
    assertThat(found.refused()).containsExactly(GpuTarget.of("gfx942"));
    assertThat(found.newest()).isNull();
  }

  private Registration of(long index, String... devices) throws IOException {
    List<WrapperOutcome> outcomes = new ArrayList<>();
    for (String device : devices) {
      outcomes.add(outcome(index, device));
    }
    return of(outcomes);
  }

  private WrapperOutcome outcome(long index, String device) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      Resolution one =
          loader.resolve(
              tree.request(index, InstalledTree.preference(device), "../.kpack/a.kpack"));
      return new WrapperOutcome(
          new Place.Wrapper(new Place.File(tree.library()), 0, new ByteRange(0, 24)),
          0,
          GpuTarget.parse(device),
          new WrapperOutcome.InArchive(one, null));
    }
  }

  private Registration of(List<WrapperOutcome> outcomes) throws IOException {
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      List<GpuTarget> targets = outcomes.stream().map(WrapperOutcome::device).toList();
      return Registration.of(
              new BinaryResolution(
                  new Place.File(tree.library()),
                  DeviceCode.HOST_ONLY,
                  List.of(),
                  null,
                  targets,
                  outcomes),
              loader)
          .getFirst();
    }
  }
}
