package org.kpackworkbench.model.analysis.advise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.advise.Advice.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitReport;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;

class AdvisorTest {
  private static final String KERNELS = "many/lib/rocblas/library/Kernels.so-000-%s.hsaco";

  @TempDir private Path folder;
  private Path wheels;
  private List<WheelSplitReport.Made> made = List.of();

  /**
   * Split wheels of a library for gfx1030, gfx1100, gfx90a and gfx942, with files of a database.
   */
  @BeforeEach
  void split() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("many/__init__.py", "import os\n".getBytes(UTF_8));
    files.put("many/lib/libmany.so", Files.readAllBytes(FatFixture.MANY.path()));
    files.put(KERNELS.formatted("gfx1201"), "code".getBytes(UTF_8));
    files.put(
        "many/lib/aotriton.images/amd-gfx110x/flash.aks2", "code of a family".getBytes(UTF_8));
    Path fat =
        TestPackages.wheel(folder.resolve("many-1.0-cp312-cp312-linux_x86_64.whl"), files, "");
    wheels = folder.resolve("wheels");
    WheelSplitRequest usual = WheelSplitRequest.of(fat, wheels);
    made =
        new WheelSplit(
                new WheelSplitRequest(
                    fat,
                    wheels,
                    usual.overlayRoot(),
                    usual.group(),
                    usual.prefix(),
                    List.of("rocblas", "aotriton"),
                    List.of(),
                    usual.variant(),
                    usual.options(),
                    false))
            .run(Progress.NONE)
            .wheels();
  }

  private static Advice advise(List<Path> packages, String... gpus) throws IOException {
    List<Device> devices = new ArrayList<>();
    for (String gpu : gpus) {
      devices.add(Device.written(gpu));
    }
    return Advisor.of(
        new AdviseSettings(packages, devices, Optional.empty(), false), Map.of(), Progress.NONE);
  }

  private static List<String> needed(Advice advice) {
    return advice.needed().stream().map(Advice.Choice::name).toList();
  }

  @Test
  void ofWheelsTheHostAndTheDeviceWheelAreNeeded() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx942");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx942", "many");
    assertThat(advice.packages()).hasSameSizeAs(made);
    assertThat(advice.commands()).containsExactly("pip install 'many[device-gfx942]'");
    assertThat(advice.uncovered()).isEmpty();
    assertThat(advice.instead()).isEmpty();
    for (Advice.Choice choice : advice.packages()) {
      assertThat(choice.role()).isEqualTo(choice.name().equals("many") ? Role.HOST : Role.DEVICE);
      assertThat(choice.downloadBytes()).isEqualTo(Files.size(choice.path()));
      assertThat(choice.installBytes()).isPositive();
    }
  }

  /** Both have the same files, so one of them is installed. */
  @Test
  void aVariantBesideItsWheelIsLeftOut() throws IOException {
    Path host = made.getFirst().path();
    Path variant = Files.copy(host, wheels.resolve("many-1.0-cp312-cp312-linux_x86_64-rocm7.whl"));
    Advice advice = advise(List.of(wheels), "gfx942");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx942", "many");
    assertThat(advice.packages()).extracting(Advice.Choice::path).doesNotContain(variant);
  }

  @Test
  void severalGpusNeedAllThatOneOfThemNeeds() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx942", "gfx1030");
    assertThat(needed(advice))
        .containsExactly("amd-many-device-gfx1030", "amd-many-device-gfx942", "many");
    assertThat(advice.commands())
        .containsExactly("pip install 'many[device-gfx1030,device-gfx942]'");
    assertThat(advice.packages())
        .filteredOn(choice -> choice.name().endsWith("gfx942"))
        .singleElement()
        .satisfies(choice -> assertThat(choice.gpus()).containsExactly(GpuTarget.parse("gfx942")));
  }

  /** A GPU that is named without features may have any of them on or off. */
  @Test
  void aGpuWithoutFeaturesIsServedByCodeWithThem() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx90a");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx90a", "many");
    assertThat(advice.uncovered()).isEmpty();
  }

  @Test
  void filesOfDatabasesAreNeededToo() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx1201");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx1201", "many");
    assertThat(advice.uncovered())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.gpu()).isEqualTo(GpuTarget.parse("gfx1201"));
              assertThat(each.binaries()).containsExactly("many/lib/libmany.so");
              assertThat(each.why()).contains("gfx1201");
            });
  }

  /** Its wheel requires that of the family; pip installs it by itself. */
  @Test
  void whatANeededWheelRequiresIsNeeded() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx1100");
    assertThat(needed(advice))
        .containsExactly("amd-many-device-gfx1100", "amd-many-device-gfx110x", "many");
    assertThat(advice.commands()).containsExactly("pip install 'many[device-gfx1100]'");
  }

  @Test
  void withoutItsDeviceWheelAGpuIsUncovered() throws IOException {
    Path host = made.getFirst().path();
    Advice advice = advise(List.of(host), "gfx942");
    assertThat(needed(advice)).containsExactly("many");
    assertThat(advice.uncovered()).hasSize(1);
    assertThat(advice.commands()).containsExactly("pip install many");
  }

  @Test
  void aFatWheelServesByItself() throws IOException {
    Path fat = folder.resolve("many-1.0-cp312-cp312-linux_x86_64.whl");
    Advice advice = advise(List.of(fat), "gfx942");
    assertThat(needed(advice)).containsExactly("many");
    assertThat(advice.uncovered()).isEmpty();
  }

  /** Generic code serves a GPU that has none of its own. */
  @Test
  void genericCodeServesInstead() throws IOException {
    Path fat =
        TestPackages.wheel(
            folder.resolve("generic-1.0-py3-none-linux_x86_64.whl"),
            Map.of("generic/libgeneric.so", Files.readAllBytes(Fixtures.path("libgeneric.so"))),
            "");
    Path split = folder.resolve("generic");
    new WheelSplit(WheelSplitRequest.of(fat, split)).run(Progress.NONE);
    Advice advice = advise(List.of(split), "gfx1100");
    assertThat(needed(advice)).containsExactly("amd-generic-device-gfx11-generic", "generic");
    assertThat(advice.instead())
        .extracting(each -> each.gpu().toString(), Advice.Instead::target, Advice.Instead::binaries)
        .containsExactly(tuple("gfx1100", "gfx11-generic", 1));
    assertThat(advice.uncovered()).isEmpty();
  }

  @Test
  void artifactsAreOverlaid() throws IOException {
    Path artifact = folder.resolve("math_lib_all");
    Path lib = Files.createDirectories(artifact.resolve("math/stage/lib"));
    Files.copy(FatFixture.MANY.path(), lib.resolve("libmany.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    Path shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(artifact, shard)).run(Progress.NONE);
    Advice advice = advise(List.of(shard), "gfx942");
    assertThat(needed(advice)).containsExactly("math_lib_generic", "math_lib_gfx942");
    assertThat(advice.uncovered()).isEmpty();
    assertThat(advice.commands())
        .containsExactly(
            "kpack-workbench overlay %s %s -o DIR"
                .formatted(shard.resolve("math_lib_generic"), shard.resolve("math_lib_gfx942")));
  }

  @Test
  void packagesAreInstalledByTheirSystem() throws IOException {
    Path deb = Fixtures.path("tiny.deb");
    Advice advice = advise(List.of(deb), "gfx1030");
    assertThat(needed(advice)).containsExactly("tiny");
    assertThat(advice.uncovered()).isEmpty();
    assertThat(advice.commands()).containsExactly("apt install " + deb.toAbsolutePath());
    assertThat(advise(List.of(Fixtures.path("tiny.rpm")), "gfx1030").commands())
        .containsExactly("dnf install " + Fixtures.path("tiny.rpm").toAbsolutePath());
  }

  @Test
  void whatRocminfoPrintsNamesTheGpus() throws IOException {
    Path printed = folder.resolve("rocminfo.txt");
    Files.writeString(
        printed,
        """
        Agent 2
          Name:                    gfx90a
          Marketing Name:          AMD Instinct MI210
          ISA Info:
            ISA 1
              Name:                    amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-
        """);
    Advice advice =
        Advisor.of(
            new AdviseSettings(List.of(wheels), List.of(), Optional.of(printed), false),
            Map.of(),
            Progress.NONE);
    assertThat(advice.gpus())
        .extracting(GpuTarget::toString)
        .containsExactly("gfx90a:sramecc+:xnack-");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx90a", "many");
    Files.writeString(printed, "nothing\n");
    assertThatThrownBy(
            () ->
                Advisor.of(
                    new AdviseSettings(List.of(wheels), List.of(), Optional.of(printed), false),
                    Map.of(),
                    Progress.NONE))
        .hasMessageContaining("found no GPU");
  }

  @Test
  void badInputIsSaid() throws IOException {
    assertThatThrownBy(() -> advise(List.of(folder.resolve("gone")), "gfx942"))
        .isInstanceOf(NoSuchFileException.class);
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> advise(List.of(empty), "gfx942"))
        .hasMessageContaining("expected a folder with wheels");
    assertThatThrownBy(() -> advise(List.of(FatFixture.MANY.path()), "gfx942"))
        .hasMessageContaining("expected a wheel");
    assertThatThrownBy(
            () -> new AdviseSettings(List.of(wheels), List.of(), Optional.empty(), false))
        .isInstanceOf(WrongOptionException.class);
    Path other =
        TestPackages.wheel(
            folder.resolve("many-2.0-py3-none-any.whl"),
            Map.of("many/__init__.py", "other".getBytes(UTF_8)),
            "");
    assertThatThrownBy(() -> advise(List.of(wheels, other), "gfx942"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("another file than in");
  }

  @Test
  void itCanBeCancelled() {
    AdviseSettings settings =
        new AdviseSettings(
            List.of(wheels), List.of(Device.written("gfx942")), Optional.empty(), false);
    assertThatThrownBy(() -> Advisor.of(settings, Map.of(), () -> true))
        .isInstanceOf(CancellationException.class);
  }
}
