package org.kpackworkbench.model.analysis.advise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.advise.Advice.Role;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.SplitWheels;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
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
    made =
        new WheelSplit(
                WheelSplitRequest.of(fat, wheels)
                    .with(WheelSplitRequest.DATABASES, List.of("rocblas", "aotriton")))
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

  /** A command that finds the wheels of a folder. */
  private static String pip(Path folder, String what) {
    return "pip install --find-links %s %s".formatted(folder, what);
  }

  @Test
  void ofWheelsTheHostAndTheDeviceWheelAreNeeded() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx942");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx942", "many");
    assertThat(advice.packages()).hasSameSizeAs(made);
    assertThat(advice.commands()).containsExactly(pip(wheels, "'many[device-gfx942]'"));
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
        .containsExactly(pip(wheels, "'many[device-gfx1030,device-gfx942]'"));
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
              assertThat(each.binaries())
                  .containsExactly(made.getFirst().path() + "/many/lib/libmany.so");
              assertThat(each.why()).contains("gfx1201");
            });
  }

  /** Its wheel requires that of the family; pip installs it by itself. */
  @Test
  void whatANeededWheelRequiresIsNeeded() throws IOException {
    Advice advice = advise(List.of(wheels), "gfx1100");
    assertThat(needed(advice))
        .containsExactly("amd-many-device-gfx1100", "amd-many-device-gfx110x", "many");
    assertThat(advice.commands()).containsExactly(pip(wheels, "'many[device-gfx1100]'"));
  }

  @Test
  void withoutItsDeviceWheelAGpuIsUncovered() throws IOException {
    Path host = made.getFirst().path();
    Advice advice = advise(List.of(host), "gfx942");
    assertThat(needed(advice)).containsExactly("many");
    assertThat(advice.uncovered()).hasSize(1);
    assertThat(advice.uncovered().getFirst().why())
        .isEqualTo("The package with the device code of many 1.0 for gfx942 is not available.");
    assertThat(advice.uncovered().getFirst().advice())
        .isEqualTo("Fetch amd-many-device-gfx942: pip install 'many[device-gfx942]'");
    assertThat(advice.commands()).containsExactly(pip(wheels, "'many[device-gfx942]'"));
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

  private Path deb(String name, String depends, String... files) throws IOException {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (int i = 0; i < files.length; i += 2) {
      contents.put(files[i], files[i + 1].getBytes(UTF_8));
    }
    return deb(name, depends, contents);
  }

  private Path deb(String name, String depends, Map<String, byte[]> files) throws IOException {
    Path file = folder.resolve("debs").resolve(name + ".deb");
    Files.createDirectories(file.getParent());
    String control = "Package: %s\nVersion: 1\nArchitecture: amd64\n".formatted(name);
    return Files.write(
        file,
        TestPackages.deb(
            TestPackages.tar(
                "control", control + (depends.isEmpty() ? "" : "Depends: " + depends + "\n")),
            TestPackages.tar(files)));
  }

  /** A meta package requires those of all GPUs. */
  @Test
  void packagesWithoutFilesAreNotChosen() throws IOException {
    deb("amdrocm-blas-host7.15", "", "opt/rocm/lib/librocblas.so.5", "no ELF file");
    String kernels = "opt/rocm/lib/rocblas/library/Kernels.so-000-%s.hsaco";
    deb("amdrocm-blas7.15-gfx942", "amdrocm-blas-host7.15", kernels.formatted("gfx942"), "code");
    deb("amdrocm-blas7.15-gfx1100", "amdrocm-blas-host7.15", kernels.formatted("gfx1100"), "code");
    deb(
        "amdrocm-blas7.15",
        "amdrocm-blas-host7.15, amdrocm-blas7.15-gfx942, amdrocm-blas7.15-gfx1100",
        "usr/share/doc/amdrocm-blas7.15/copyright",
        "text");
    deb("amdrocm-blas", "amdrocm-blas7.15", "usr/share/doc/amdrocm-blas/copyright", "text");
    Advice advice = advise(List.of(folder.resolve("debs")), "gfx942");
    assertThat(needed(advice)).containsExactly("amdrocm-blas-host7.15", "amdrocm-blas7.15-gfx942");
    assertThat(advice.packages()).hasSize(5);
  }

  /** Packages of other GPUs are named like that of one, but for the GPU. */
  @Test
  void namesPackageThatIsNotAtHand() throws IOException {
    debs();
    Advice advice = advise(List.of(folder.resolve("debs")), "gfx1030");
    assertThat(advice.uncovered())
        .extracting(Advice.Uncovered::why, Advice.Uncovered::advice)
        .containsExactly(
            tuple(
                "The package with the device code of many-host 1 for gfx1030 is not available.",
                "Fetch many-gfx1030: apt install many-gfx1030"));
  }

  /** Packages with one file in common are not installed together, even if it is the same. */
  @Test
  void reportsFileThatTwoPackagesHave() throws IOException {
    debs();
    Advice advice = advise(List.of(folder.resolve("debs")), "gfx942");
    assertThat(advice.uncovered()).isEmpty();
    assertThat(advice.complete()).isFalse();
    assertThat(advice.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message())
                  .startsWith("opt/rocm/.kpack/many.kpm is in many-gfx942.deb, too. dpkg refuses");
            });
    // Only one of them is needed.
    assertThat(advise(List.of(folder.resolve("debs")), "gfx1030").findings()).isEmpty();
  }

  /** A host package, and that for gfx942, each with a manifest as earlier versions made them. */
  private void debs() throws IOException {
    Map<String, byte[]> host = SplitWheels.files(made.getFirst().path());
    Map<String, byte[]> device = SplitWheels.files(SplitWheels.wheel(wheels, "gfx942"));
    deb(
        "many-host",
        "",
        Map.of(
            "opt/rocm/lib/libmany.so",
            host.get(SplitWheels.LIBRARY),
            "opt/rocm/.kpack/many.kpm",
            new byte[] {1}));
    deb(
        "many-gfx942",
        "many-host",
        Map.of(
            "opt/rocm/.kpack/many_gfx942.kpack",
            device.get("many/.kpack/many_gfx942.kpack"),
            "opt/rocm/.kpack/many.kpm",
            new byte[] {1}));
  }

  @Test
  void wheelsWithoutFilesAreNotChosen() throws IOException {
    TestPackages.wheel(
        wheels.resolve("many_all-1.0-py3-none-any.whl"),
        Map.of(),
        "Requires-Dist: many\nRequires-Dist: amd-many-device-gfx942\n"
            + "Requires-Dist: amd-many-device-gfx1100\n");
    assertThat(needed(advise(List.of(wheels), "gfx942")))
        .containsExactly("amd-many-device-gfx942", "many");
  }

  @Test
  void extrasOfRocmInstallItsWheels() throws IOException {
    Path rocm = Files.createDirectory(folder.resolve("rocm"));
    Files.write(
        rocm.resolve("rocm-7.10.0.tar.gz"),
        gzip(
            TestPackages.tar(
                "rocm-7.10.0/PKG-INFO",
                "Metadata-Version: 2.2\nName: rocm\nVersion: 7.10.0\n\n",
                "rocm-7.10.0/setup.py",
                "computes extras")));
    String kernels = "_rocm_sdk_libraries/lib/rocblas/library/Kernels.so-000-%s.hsaco";
    rocm(rocm, "core", "_rocm_sdk_core/bin/tool");
    rocm(rocm, "libraries", "_rocm_sdk_libraries/lib/librocblas.so.5");
    rocm(rocm, "devel", "rocm_sdk_devel/_devel.tar.xz");
    rocm(rocm, "device_gfx942", kernels.formatted("gfx942"));
    rocm(rocm, "device_gfx1100", kernels.formatted("gfx1100"));
    Advice advice = advise(List.of(rocm), "gfx942");
    assertThat(advice.commands()).containsExactly(pip(rocm, "'rocm[libraries,device-gfx942]'"));
    assertThat(needed(advice))
        .containsExactly("rocm-sdk-core", "rocm-sdk-device-gfx942", "rocm-sdk-libraries");
  }

  private static void rocm(Path folder, String part, String file) throws IOException {
    String name = "rocm_sdk_" + part;
    Path made =
        TestPackages.wheel(
            folder.resolve(name + "-7.10.0-py3-none-linux_x86_64.whl"),
            Map.of(file, file.getBytes(UTF_8)),
            "");
    Files.write(
        made,
        TestPackages.changed(
            made,
            (path, bytes) ->
                path.endsWith("METADATA")
                    ? new String(bytes, UTF_8)
                        .replace("Name: " + name, "Name: " + name.replace('_', '-'))
                        .getBytes(UTF_8)
                    : bytes));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void treesInTarFilesAreUnpacked() throws IOException {
    Path tree = folder.resolve("therock-dist-linux-gfx94X-dcgpu-7.10.0.tar.gz");
    Files.write(
        tree,
        gzip(
            TestPackages.tar(
                "lib/rocblas/library/Kernels.so-000-gfx942.hsaco", "code", "bin/tool", "tool")));
    assertThat(advise(List.of(tree), "gfx942").commands())
        .containsExactly("tar -xf %s -C DIR".formatted(tree));
  }

  /** Files as if wheels were installed, without what describes them. */
  private Map<String, byte[]> installed(String prefix, Path... parts) throws IOException {
    Path site = Files.createTempDirectory(folder, "site");
    for (Path part : parts) {
      SplitWheels.install(part, site);
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Stream<Path> walk = Files.walk(site.resolve("many"))) {
      for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
        files.put(prefix + site.relativize(file), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static List<OperationNote> alternatives(Advice advice) {
    return advice.findings().stream()
        .filter(note -> note.rule().equals("package-alternative"))
        .toList();
  }

  @Test
  void proposesDistributionThatServesTheGpu() throws IOException {
    Path dists = Files.createDirectory(folder.resolve("dists"));
    for (String gpu : List.of("gfx1100", "gfx942")) {
      Files.write(
          dists.resolve("therock-dist-linux-%s-7.10.0.tar.gz".formatted(gpu)),
          gzip(
              TestPackages.tar(
                  installed("", made.getFirst().path(), SplitWheels.wheel(wheels, gpu + "-1.0")))));
    }
    for (String gpu : List.of("gfx1100", "gfx942")) {
      String other = gpu.equals("gfx942") ? "gfx1100" : "gfx942";
      Advice advice = advise(List.of(dists), gpu);
      String name = "therock-dist-linux-%s-7.10.0";
      assertThat(needed(advice)).containsExactly(name.formatted(gpu));
      assertThat(advice.packages()).hasSize(2);
      assertThat(advice.uncovered()).isEmpty();
      Path proposed = dists.resolve(name.formatted(gpu) + ".tar.gz");
      Path left = dists.resolve(name.formatted(other) + ".tar.gz");
      assertThat(advice.commands()).containsExactly("tar -xf %s -C DIR".formatted(proposed));
      assertThat(advice.findings())
          .containsExactly(
              OperationNote.note(
                  "package-alternative",
                  left,
                  "It is an alternative to %s, which has more of the code that is needed."
                      .formatted(name.formatted(gpu)),
                  "Instead: tar -xf %s -C DIR".formatted(left)));
    }
  }

  /** A distribution without some of the libraries lacks their code, too. */
  @Test
  void proposesDistributionWithMoreLibrariesThatHaveCode() throws IOException {
    byte[] host = Files.readAllBytes(Fixtures.path("libhostonly.so"));
    for (String gpu : List.of("gfx1100", "gfx942")) {
      Map<String, byte[]> files =
          installed("", made.getFirst().path(), SplitWheels.wheel(wheels, gpu + "-1.0"));
      if (gpu.equals("gfx942")) {
        for (int i = 0; i < 3; i++) {
          files.put("many/lib/libother%d.so".formatted(i), host);
        }
      }
      Files.write(
          Files.createDirectories(folder.resolve("dists"))
              .resolve("therock-dist-linux-%s-7.10.0.tar.gz".formatted(gpu)),
          gzip(TestPackages.tar(files)));
    }
    Advice advice = advise(List.of(folder.resolve("dists")), "gfx942");
    assertThat(needed(advice)).containsExactly("therock-dist-linux-gfx942-7.10.0");
  }

  @Test
  void proposesOneFormOfTheSamePackages() throws IOException {
    Path debs = folder.resolve("debs");
    deb("many-host", "", installed("opt/rocm/", made.getFirst().path()));
    Map<String, byte[]> device = installed("opt/rocm/", SplitWheels.wheel(wheels, "gfx942-1.0"));
    deb("many-gfx942", "many-host", device);
    for (Path wheel : List.of(made.getFirst().path(), SplitWheels.wheel(wheels, "gfx942-1.0"))) {
      Files.copy(wheel, debs.resolve(String.valueOf(wheel.getFileName())));
    }
    Files.write(debs.resolve("dist.tar"), TestPackages.tar(installed("", made.getFirst().path())));
    Advice advice = advise(List.of(debs), "gfx942");
    assertThat(needed(advice)).containsExactly("amd-many-device-gfx942", "many");
    assertThat(advice.packages()).hasSize(5);
    assertThat(advice.commands()).containsExactly(pip(debs, "'many[device-gfx942]'"));
    List<OperationNote> alternatives = alternatives(advice);
    assertThat(alternatives)
        .extracting(OperationNote::message)
        .satisfiesExactlyInAnyOrder(
            debian ->
                assertThat(debian)
                    .matches(".* amd-many-device-gfx942, many, which is less to download."),
            tree -> assertThat(tree).contains("which has more of the code"));
    assertThat(alternatives)
        .extracting(OperationNote::advice)
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("Instead: apt install ")
                    .contains("many-gfx942.deb", "many-host.deb"));
  }

  @Test
  void leavesOutPackedArtifactBesideItsFolder() throws IOException {
    artifactArchive();
    Path shard = folder.resolve("shard");
    Path packed = shard.resolve("math_lib_gfx942.tar.zst");
    TarPack.write(
        shard.resolve("math_lib_gfx942"), packed, TarPack.TarOptions.DEFAULT, Progress.NONE);
    Advice advice = advise(List.of(shard), "gfx942");
    assertThat(needed(advice)).containsExactly("math_lib_generic", "math_lib_gfx942");
    assertThat(advice.commands().getFirst()).doesNotContain(".tar.zst");
    assertThat(alternatives(advice)).extracting(OperationNote::file).containsExactly(packed);
  }

  @Test
  void installedPackagesNeedWhatIsMissing() throws IOException {
    Path site = folder.resolve("venv/lib/python3.12/site-packages");
    SplitWheels.install(made.getFirst().path(), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx1100-1.0"), site);
    for (Path root : List.of(site, site.getParent(), folder.resolve("venv"))) {
      Advice advice = advise(List.of(root), "gfx942");
      assertThat(needed(advice)).containsExactly("many");
      assertThat(advice.packages())
          .extracting(Advice.Choice::name)
          .containsExactly("amd-many-device-gfx1100", "many");
      assertThat(advice.uncovered()).hasSize(1);
      assertThat(advice.uncovered().getFirst().binaries())
          .containsExactly(site.resolve("many/lib/libmany.so").toString());
      assertThat(advice.packages())
          .allSatisfy(
              each -> {
                assertThat(each.path()).exists();
                assertThat(each.installed()).isTrue();
              });
      assertThat(advice.commands()).containsExactly("pip install 'many[device-gfx942]'");
      Advice served = advise(List.of(root), "gfx1100");
      assertThat(needed(served)).containsExactly("amd-many-device-gfx1100", "many");
      assertThat(served.uncovered()).isEmpty();
      assertThat(served.commands()).isEmpty();
    }
  }

  @Test
  void installedPackageThatLostItsArchiveIsInstalledAgain() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(made.getFirst().path(), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx942"), site);
    Files.delete(site.resolve("many/.kpack/many_gfx942.kpack"));
    assertThat(advise(List.of(site), "gfx942").commands())
        .containsExactly("pip install --force-reinstall 'many[device-gfx942]'");
  }

  @Test
  void debianPackageThatLostItsArchiveIsInstalledAgain() throws IOException {
    Path root = folder.resolve("root");
    SplitWheels.install(made.getFirst().path(), root.resolve("opt/rocm"));
    Files.delete(root.resolve("opt/rocm/many-1.0.dist-info/METADATA"));
    SplitWheels.dpkg(root, "x-many-base", "Version: 1.0", "opt/rocm/" + SplitWheels.LIBRARY);
    SplitWheels.dpkg(
        root,
        "x-many-gfx942",
        "Version: 1.0\nDepends: x-many-base",
        "opt/rocm/many/.kpack/many_gfx942.kpack");
    assertThat(advise(List.of(root), "gfx942").commands())
        .containsExactly("apt install --reinstall x-many-gfx942");
  }

  @Test
  void pathsOfInstalledFilesExist() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(made.getFirst().path(), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx942"), site);
    Path archive = site.resolve("many/.kpack/many_gfx942.kpack");
    Files.write(archive, "no archive, but as long as the beginning of one is".getBytes(UTF_8));
    assertThat(advise(List.of(site), "gfx942").uncovered())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains(" " + archive + " "));
  }

  @Test
  void artifactsNameBinariesWhereTheyAre() throws IOException {
    Files.delete(artifactArchive());
    assertThat(advise(List.of(folder.resolve("shard")), "gfx942").uncovered())
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.binaries()).allSatisfy(path -> assertThat(Path.of(path)).exists()));
  }

  /** Device code alone is of no use. */
  @Test
  void deviceCodeWithoutItsHostIsSaid() throws IOException {
    Path device = SplitWheels.wheel(wheels, "gfx942");
    Path artifact = artifactArchive().getParent().getParent().getParent().getParent();
    for (Path each : List.of(device, artifact)) {
      Advice advice = advise(List.of(each), "gfx942");
      assertThat(advice.complete()).isFalse();
      assertThat(advice.findings())
          .singleElement()
          .satisfies(
              note ->
                  assertThat(note.message())
                      .contains(each.equals(device) ? "and many," : "and math_lib_generic,"));
    }
    assertThat(advise(List.of(device, made.getFirst().path()), "gfx942").findings()).isEmpty();
  }

  /** Available wheels serve beside what is installed. */
  @Test
  void wheelsServeBesideInstalledPackages() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(made.getFirst().path(), site);
    Advice advice = advise(List.of(site, wheels), "gfx942");
    assertThat(needed(advice)).containsExactly("many", "amd-many-device-gfx942");
    assertThat(advice.uncovered()).isEmpty();
    assertThat(advice.commands()).containsExactly(pip(wheels, "'many[device-gfx942]'"));
  }

  /**
   * Other available packages show that some units were never compiled; that makes what is installed
   * no worse than a tree with the same code.
   */
  @Test
  void keepsInstalledPackagesThatServeAsMuch() throws IOException {
    Path fat =
        TestPackages.wheel(
            folder.resolve("drift-1.0-cp312-cp312-linux_x86_64.whl"),
            Map.of("drift/libdrift.so", Files.readAllBytes(Fixtures.path("libdrift.so"))),
            "");
    Path split = folder.resolve("drift");
    new WheelSplit(WheelSplitRequest.of(fat, split)).run(Progress.NONE);
    Path site = folder.resolve("site-packages");
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String part : List.of("drift-1.0", "gfx942-1.0")) {
      Path wheel = SplitWheels.wheel(split, part);
      SplitWheels.install(wheel, site);
      files.putAll(SplitWheels.files(wheel));
    }
    files.keySet().removeIf(path -> path.contains(".dist-info/"));
    Path tree = Files.write(folder.resolve("dist.tar"), TestPackages.tar(files));
    Advice advice = advise(List.of(site, split, tree), "gfx942");
    assertThat(needed(advice)).containsExactly("amd-drift-device-gfx942", "drift");
    assertThat(advice.needed()).allMatch(Advice.Choice::installed);
    assertThat(advice.commands()).isEmpty();
    assertThat(advice.uncovered().stream().mapToInt(Advice.Uncovered::wrappers).sum()).isEqualTo(2);
  }

  /** A requirement is named as the package states it. */
  @Test
  void namesHostThatIsNotAtHand() throws IOException {
    deb("many7.15-gfx942", "many-host7.15", Map.of(".kpack/x_gfx942.kpack", new byte[0]));
    assertThat(advise(List.of(folder.resolve("debs")), "gfx942").findings())
        .anyMatch(note -> note.message().contains("and many-host7.15, which loads it"));
  }

  /** Loaders find archives that no package has. */
  @Test
  void archivesOfNoPackageServe() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(made.getFirst().path(), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx942"), site);
    try (Stream<Path> info = Files.walk(site.resolve("amd_many_device_gfx942-1.0.dist-info"))) {
      for (Path file : info.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(advise(List.of(site), "gfx942").uncovered()).isEmpty();
  }

  @Test
  void debianSystemNamesMissingPackage() throws IOException {
    Path root = folder.resolve("root");
    SplitWheels.install(made.getFirst().path(), root.resolve("opt/rocm"));
    Files.delete(root.resolve("opt/rocm/many-1.0.dist-info/METADATA"));
    SplitWheels.dpkg(
        root, "amdrocm-many-host7.15", "Version: 7.15", "opt/rocm/" + SplitWheels.LIBRARY);
    SplitWheels.dpkg(root, "bash", "Version: 5");
    Advice advice = advise(List.of(root), "gfx942");
    assertThat(advice.packages())
        .extracting(Advice.Choice::name)
        .containsExactly("amdrocm-many-host7.15");
    assertThat(advice.commands()).containsExactly("apt install amdrocm-many7.15-gfx942");
  }

  @Test
  void sentencesHaveNoPathsOfAllPackages() throws IOException {
    Advice advice =
        advise(List.of(made.getFirst().path(), SplitWheels.wheel(wheels, "gfx942")), "gfx1201");
    for (Advice.Uncovered each : advice.uncovered()) {
      assertThat(each.why() + each.advice()).doesNotContain(".whl");
    }
    Files.delete(artifactArchive());
    assertThat(advise(List.of(folder.resolve("shard")), "gfx942").uncovered())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).doesNotContain(folder.toString()));
  }

  /** The archive of gfx942 in a shard of split artifacts. */
  private Path artifactArchive() throws IOException {
    Path artifact = folder.resolve("math_lib_all");
    Path lib = Files.createDirectories(artifact.resolve("math/stage/lib"));
    Files.copy(FatFixture.MANY.path(), lib.resolve("libmany.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "math/stage\n");
    Path shard = folder.resolve("shard");
    new Split(SplitRequest.artifact(artifact, shard)).run(Progress.NONE);
    return shard.resolve("math_lib_gfx942/math/stage/.kpack/math_lib_gfx942.kpack");
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
