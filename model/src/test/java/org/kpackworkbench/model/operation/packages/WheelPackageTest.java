package org.kpackworkbench.model.operation.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.packages.PackagesReport.Row;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** Wheels of a plan. */
class WheelPackageTest {
  private static final String BLAS = "math/blas/stage";
  private static final String SOLVER = "math/solver/stage";
  private static final String CONFIG =
      """
      version: 7.15.2
      maintainer: A Builder <builder@example.org>
      packages:
        blas: {summary: linear algebra}
        solver: {depends: [blas], wheel_requires: ['numpy >= 2']}
      """;

  @TempDir private Path folder;
  private Path artifacts;
  private Path output;

  private List<String> forms = List.of("wheel");

  @BeforeEach
  void artifacts() throws IOException {
    artifacts = folder.resolve("artifacts");
    output = folder.resolve("out");
    artifact("blas_lib_generic", BLAS)
        .file(BLAS + "/lib/libone.so.1.0", Fixtures.path("libone.so"))
        .link(BLAS + "/lib/libone.so.1", "libone.so.1.0")
        .link(BLAS + "/lib/libone.so", "libone.so.1")
        .link(BLAS + "/lib64", "lib")
        .file(BLAS + "/bin/tool-1", "#!/bin/sh\n")
        .link(BLAS + "/bin/tool", "tool-1");
    assertThat(artifacts.resolve("blas_lib_generic/" + BLAS + "/bin/tool-1").toFile())
        .matches(file -> file.setExecutable(true));
    artifact("blas_lib_gfx942", BLAS).archive(BLAS, "code 942");
    artifact("blas_lib_gfx110X", BLAS).archive(BLAS, "code 1100");
    artifact("solver_lib_generic", SOLVER).file(SOLVER + "/lib/libsolver.so.1", "host");
    artifact("solver_lib_gfx942", SOLVER).archive(SOLVER, "solver 942");
  }

  private MadeArtifact artifact(String name, String prefix) throws IOException {
    return new MadeArtifact(artifacts, name, prefix);
  }

  private PackagesReport run(String config) throws IOException {
    Path file = Files.writeString(folder.resolve("packages.yaml"), config);
    PackagesRequest request =
        PackagesRequest.of(artifacts, file, output)
            .with(PackagesRequest.OUTPUT, Optional.of(output))
            .with(PackagesRequest.FORMATS, forms);
    return new PackageBuild(request, Map.of()).run(Progress.NONE);
  }

  private PackageFile wheel(String name) throws IOException {
    return PackageFile.open(output.resolve(name), UnpackBudget.one(), Progress.NONE).orElseThrow();
  }

  private static List<String> files(PackageFile wheel) {
    return wheel.members().stream().map(Member::path).sorted().toList();
  }

  private static Row row(PackagesReport report, String name) {
    return report.packages().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hostWheelsHaveAnExtraForEachGpu() throws IOException {
    PackagesReport report = run(CONFIG);
    assertThat(MadeArtifact.names(output))
        .containsExactly(
            "amdrocm_blas-7.15.2-py3-none-linux_x86_64.whl",
            "amdrocm_blas_device_gfx110x-7.15.2-py3-none-linux_x86_64.whl",
            "amdrocm_blas_device_gfx942-7.15.2-py3-none-linux_x86_64.whl",
            "amdrocm_solver-7.15.2-py3-none-linux_x86_64.whl",
            "amdrocm_solver_device_gfx942-7.15.2-py3-none-linux_x86_64.whl");
    PackageFile host = wheel("amdrocm_blas-7.15.2-py3-none-linux_x86_64.whl");
    assertThat(host.facts().extras())
        .containsExactly("device-gfx110x", "device-gfx942", "device-all");
    assertThat(host.facts().requires())
        .containsExactly(
            "amdrocm-blas-device-gfx110x == 7.15.2; extra == \"device-gfx110x\"",
            "amdrocm-blas-device-gfx942 == 7.15.2; extra == \"device-gfx942\"",
            "amdrocm-blas-device-gfx110x == 7.15.2; extra == \"device-all\"",
            "amdrocm-blas-device-gfx942 == 7.15.2; extra == \"device-all\"");
    assertThat(wheel("amdrocm_solver-7.15.2-py3-none-linux_x86_64.whl").facts().requires())
        .startsWith("amdrocm-blas == 7.15.2", "numpy >= 2")
        .hasSize(4);
    PackageFile device = wheel("amdrocm_solver_device_gfx942-7.15.2-py3-none-linux_x86_64.whl");
    assertThat(device.facts().requires())
        .containsExactly("amdrocm-solver == 7.15.2", "amdrocm-blas-device-gfx942 == 7.15.2");
    assertThat(files(device))
        .containsExactly(
            "_amdrocm/.kpack/solver_lib_gfx942.kpack",
            "amdrocm_solver_device_gfx942-7.15.2.dist-info/METADATA",
            "amdrocm_solver_device_gfx942-7.15.2.dist-info/RECORD",
            "amdrocm_solver_device_gfx942-7.15.2.dist-info/WHEEL");
    assertThat(row(report, "amdrocm-blas").provides())
        .isEqualTo("device-gfx110x device-gfx942 device-all");
    assertThat(row(report, "amdrocm-solver-device-gfx942").dependsText())
        .isEqualTo("amdrocm-solver amdrocm-blas-device-gfx942");
    assertThat(report.users().getFirst().downloadBytes())
        .isLessThan(report.users().getLast().downloadBytes());
  }

  /** A wheel for code alone goes with the libraries of its host. */
  @Test
  void binariesOfWindowsAreForWindows() throws IOException {
    artifacts = folder.resolve("windows");
    artifact("blas_lib_generic", BLAS)
        .file(BLAS + "/bin/Blas.DLL", Fixtures.path("windows.dll"))
        .file(BLAS + "/lib/blas.lib", Fixtures.path("windows.lib"));
    artifact("blas_lib_gfx942", BLAS).archive(BLAS, "code 942");
    forms = List.of("wheel", "tar");
    String config = "version: 7.15.2\npackages: {blas: {}}\n";
    run(config);
    assertThat(MadeArtifact.names(output))
        .containsExactly(
            "amdrocm_blas-7.15.2-py3-none-win_amd64.whl",
            "amdrocm_blas_device_gfx942-7.15.2-py3-none-win_amd64.whl",
            "therock-dist-windows-gfx942-7.15.2.tar.gz",
            "therock-dist-windows-multiarch-7.15.2.tar.gz");
    artifact("blas_lib_generic", BLAS).file(BLAS + "/lib/libblas.so.1", "host");
    output = folder.resolve("both");
    run(config + "preset: rocm\n");
    assertThat(MadeArtifact.names(output))
        .contains("rocm_blas-7.15.2-py3-none-linux_x86_64.whl", "rocm-7.15.2-linux-gfx942.tar.gz");
  }

  @Test
  void librariesLieUnderTheirSonameAndOtherLinksAreCopies() throws IOException {
    PackagesReport report = run(CONFIG);
    PackageFile host = wheel("amdrocm_blas-7.15.2-py3-none-linux_x86_64.whl");
    assertThat(files(host))
        .filteredOn(path -> path.startsWith("_amdrocm"))
        .containsExactly("_amdrocm/bin/tool", "_amdrocm/bin/tool-1", "_amdrocm/lib/libone.so");
    assertThat(host.members())
        .filteredOn(member -> (member.mode() & 0100) != 0)
        .extracting(Member::path)
        .containsExactlyInAnyOrder("_amdrocm/bin/tool", "_amdrocm/bin/tool-1");
    assertThat(report.findings())
        .singleElement()
        .extracting(OperationNote::message)
        .isEqualTo(
            "wheels have no links: 3 names are left out: lib64, lib/libone.so.1.0, lib/libone.so.1");
  }

  @Test
  void writesTheSameBytesInAnyTimeZone() throws IOException {
    run(CONFIG);
    Map<String, byte[]> first = new HashMap<>();
    for (String name : MadeArtifact.names(output)) {
      first.put(name, Files.readAllBytes(output.resolve(name)));
    }
    output = folder.resolve("again");
    // Packed artifacts give the same wheels.
    Path packed = Files.createDirectory(folder.resolve("packed"));
    for (String name : MadeArtifact.names(artifacts)) {
      TarPack.write(
          artifacts.resolve(name),
          packed.resolve(name + ".tar.zst"),
          TarOptions.DEFAULT,
          Progress.NONE);
    }
    artifacts = packed;
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      run(CONFIG);
    } finally {
      TimeZone.setDefault(before);
    }
    assertThat(MadeArtifact.names(output)).hasSameElementsAs(first.keySet());
    for (String name : first.keySet()) {
      assertThat(output.resolve(name)).hasBinaryContent(first.get(name));
    }
  }

  @Test
  void componentWithoutFilesIsAWheelOfExtras() throws IOException {
    run(CONFIG + "  core: {artifacts: [], depends: [blas, solver]}\n");
    PackageFile core = wheel("amdrocm_core-7.15.2-py3-none-linux_x86_64.whl");
    assertThat(core.facts().requires())
        .startsWith("amdrocm-blas == 7.15.2", "amdrocm-solver == 7.15.2")
        .contains("amdrocm-core-device-gfx942 == 7.15.2; extra == \"device-gfx942\"");
    assertThat(
            wheel("amdrocm_core_device_gfx942-7.15.2-py3-none-linux_x86_64.whl").facts().requires())
        .containsExactly(
            "amdrocm-blas-device-gfx942 == 7.15.2", "amdrocm-solver-device-gfx942 == 7.15.2");
  }

  @Test
  void extraOfAGpuInstallsCodeForItsGenericTarget() throws IOException {
    artifact("blas_lib_gfx12-generic", BLAS).archive(BLAS, "code of all");
    artifact("blas_lib_gfx9-4-generic", BLAS).archive(BLAS, "code 9.4 of all");
    artifact("solver_lib_gfx1201", SOLVER).archive(SOLVER, "solver 1201");
    run(CONFIG);
    assertThat(wheel("amdrocm_solver-7.15.2-py3-none-linux_x86_64.whl").facts().requires())
        .contains("amdrocm-solver-device-gfx1201 == 7.15.2; extra == \"device-gfx1201\"");
    assertThat(requires("amdrocm_solver_device_gfx1201"))
        .containsExactly("amdrocm-solver == 7.15.2", "amdrocm-blas-device-gfx12-generic == 7.15.2");
    assertThat(requires("amdrocm_solver_device_gfx942"))
        .containsExactly("amdrocm-solver == 7.15.2", "amdrocm-blas-device-gfx942 == 7.15.2");
    assertThat(requires("amdrocm_blas_device_gfx942"))
        .containsExactly("amdrocm-blas == 7.15.2", "amdrocm-blas-device-gfx9-4-generic == 7.15.2");
  }

  private List<String> requires(String name) throws IOException {
    return wheel(name + "-7.15.2-py3-none-linux_x86_64.whl").facts().requires();
  }

  @Test
  void configurationNamesWheels() throws IOException {
    run(
        CONFIG.replace("7.15.2", "8.0.0~rc1")
            + "preset: rocm\nwheels: {folder: _mine, platform: manylinux_2_28_x86_64}\n");
    assertThat(MadeArtifact.names(output))
        .contains(
            "rocm_blas-8.0.0rc1-py3-none-manylinux_2_28_x86_64.whl",
            "rocm_blas_gfx110x-8.0.0rc1-py3-none-manylinux_2_28_x86_64.whl");
    assertThat(files(wheel("rocm_blas_gfx942-8.0.0rc1-py3-none-manylinux_2_28_x86_64.whl")))
        .contains("_mine/.kpack/blas_lib_gfx942.kpack");
  }

  @Test
  void refusesWheelsThatCannotBeInstalled() throws IOException {
    assertThatThrownBy(() -> run(CONFIG.replace("7.15.2", "7.15.0~20251129")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("wheels cannot have the version 7.15.0~20251129: expected one such")
        .hasMessageContaining("--package-version");
    assertThatThrownBy(() -> run(CONFIG + "wheels: {name: same}\n"))
        .hasMessageContaining("two packages would be named same");
    artifact("solver_lib_gfx90a:xnack+", SOLVER).archive(SOLVER, "on");
    assertThatThrownBy(() -> run(CONFIG + "wheels: {platform: win_amd64}\n"))
        .hasMessageContaining("cannot hold _amdrocm/.kpack/solver_lib_gfx90a:xnack+.kpack")
        .hasMessageContaining("its name has one of < > :");
    for (Map.Entry<String, String> each :
        Map.of(
                "name: '<nam>'", "<nam> is unknown",
                "device: x", "expected <arch> in it",
                "folder: ../x", "expected a folder",
                "folder: /", "expected a folder",
                "platform: win-amd64", "expected small letters")
            .entrySet()) {
      assertThatThrownBy(() -> run(CONFIG + "wheels: {" + each.getKey() + "}\n"))
          .isInstanceOf(UnusableConfigException.class)
          .hasMessageContaining(each.getValue());
    }
    artifact("solver_lib_gfx1201", SOLVER).file(SOLVER + "/lib/aux.h", "a device of Windows");
    assertThatThrownBy(() -> run(CONFIG))
        .hasMessageContaining("cannot hold _amdrocm/lib/aux.h: on Windows its name is one of a");
    assertThat(output).doesNotExist();
  }

  @Test
  void linuxWheelsHoldArchivesOfFeatures() throws IOException {
    artifact("solver_lib_gfx90a:xnack+", SOLVER).archive(SOLVER, "on");
    run(CONFIG);
    assertThat(files(wheel("amdrocm_solver_device_gfx90a-7.15.2-py3-none-linux_x86_64.whl")))
        .contains("_amdrocm/.kpack/solver_lib_gfx90a:xnack+.kpack");
  }
}
