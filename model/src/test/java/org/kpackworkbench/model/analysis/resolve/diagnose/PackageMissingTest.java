package org.kpackworkbench.model.analysis.resolve.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.PackedArtifacts;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.tree.TreeFailures;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolver;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.SplitWheels;
import org.kpackworkbench.model.fixtures.TestPackages;

/** Archives that are missing because a package is not installed. */
class PackageMissingTest {
  private static final String EXTRA = "pip install 'many[device-gfx942]'";

  @TempDir private Path folder;
  private Path wheels;
  private Path site;

  @BeforeEach
  void split() throws IOException {
    wheels = SplitWheels.in(folder);
    site = folder.resolve("site-packages");
  }

  /** Why a tree lacks code for a GPU, with what to do; empty if it does not. */
  private static List<String> causes(Path path, String gpu) throws IOException {
    UnpackBudget budget = UnpackBudget.operation();
    Path tree = PackedArtifacts.inside(path, budget, Progress.NONE);
    List<Device> devices = List.of(Device.written(gpu));
    try (Loader loader =
        new Loader(
            LoaderEnvironment.of(Map.of()),
            LoaderBehaviour.TOLERANT,
            LoaderFiles.around(tree),
            budget)) {
      TreeFailures.Collector collector = new TreeFailures.Collector(new Diagnoser(loader));
      new TreeResolver(BinaryResolver.handing(loader, devices, false))
          .resolve(tree, collector, Progress.NONE);
      return collector.done(List.of(GpuTarget.parse(gpu))).causes().stream()
          .map(cause -> cause.sentence() + " " + cause.advice())
          .toList();
    }
  }

  @Test
  void namesExtraOfInstalledWheel() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    assertThat(causes(site, "gfx942"))
        .containsExactly(
            "The device code of many 1.0 for gfx942 is not installed. Install it: " + EXTRA);
    // Also where only a part of the tree is examined.
    assertThat(causes(site.resolve("many/lib"), "gfx942"))
        .singleElement()
        .asString()
        .endsWith(EXTRA);
  }

  @Test
  void hostAloneIsTriedOnTheGpusOfItsExtras() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    assertThat(CoverageScan.of(site, Progress.NONE).devices())
        .extracting(GpuTarget::toString)
        .contains("gfx942", "gfx1030", "gfx1100");
  }

  @Test
  void namesExtraBesideWrongDeviceWheel() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx1100"), site);
    assertThat(causes(site, "gfx942"))
        .containsExactly(
            "The device code of many 1.0 for gfx942 is not installed, only that for gfx1100."
                + " Install it: "
                + EXTRA);
    assertThat(causes(site, "gfx1100")).isEmpty();
  }

  @Test
  void reportsGpuWithoutExtra() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    assertThat(causes(site, "gfx1201"))
        .containsExactly(
            "many 1.0 has no package with device code for gfx1201, only for gfx90a, gfx942,"
                + " gfx1030, gfx1100. Use a build of many for it.");
  }

  @Test
  void reportsInstalledWheelThatLostItsArchive() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx942"), site);
    Files.delete(site.resolve("many/.kpack/many_gfx942.kpack"));
    assertThat(causes(site, "gfx942"))
        .containsExactly(
            "The device code of many 1.0 for gfx942 is installed, but its archive is missing."
                + " Install it again: pip install --force-reinstall 'many[device-gfx942]'");
  }

  @Test
  void namesExtraOfWheelThatIsNotInstalled() throws IOException {
    assertThat(causes(SplitWheels.host(wheels), "gfx942"))
        .singleElement()
        .asString()
        .endsWith(EXTRA);
  }

  /** Another package has the extras, as ROCm's own has them for its libraries. */
  @Test
  void namesExtraOfPackageThatRequiresTheOwner() throws IOException {
    Path host = SplitWheels.host(wheels);
    SplitWheels.install(host, site);
    Path metadata = site.resolve("many-1.0.dist-info/METADATA");
    Files.writeString(metadata, "Metadata-Version: 2.1\nName: many\nVersion: 1.0\n\n");
    SplitWheels.install(
        TestPackages.wheel(
            folder.resolve("rocm-1.0-py3-none-any.whl"),
            Map.of(),
            """
            Provides-Extra: libraries
            Provides-Extra: device-gfx942
            Requires-Dist: many == 1.0; extra == "libraries"
            Requires-Dist: many-device-gfx942 == 1.0; extra == "device-gfx942"
            """),
        site);
    assertThat(causes(site, "gfx942"))
        .singleElement()
        .asString()
        .endsWith("pip install 'rocm[libraries,device-gfx942]'");
  }

  @Test
  void folderOfPackagesIsReadAsInstalled() throws IOException {
    Files.writeString(wheels.resolve("SHA256SUMS"), "");
    assertThat(causes(wheels, "gfx942")).isEmpty();
    Files.delete(SplitWheels.wheel(wheels, "gfx942"));
    assertThat(causes(wheels, "gfx942")).singleElement().asString().endsWith(EXTRA);
  }

  @Test
  void newestOfSeveralVersionsCounts() throws IOException {
    TestPackages.wheel(
        wheels.resolve("many-0.9-cp312-cp312-linux_x86_64.whl"),
        Map.of(SplitWheels.LIBRARY, new byte[] {1}),
        "");
    assertThat(causes(wheels, "gfx942")).isEmpty();
  }

  @Test
  void hiddenFilesElsewhereSpeakAgainstACopyWithoutThem() throws IOException {
    Path copy = folder.resolve("copy");
    SplitWheels.copyVisible(wheels, copy);
    assertThat(causes(copy, "gfx942")).singleElement().asString().startsWith("The hidden folder");
    Files.createDirectories(copy.resolve("share/.info"));
    assertThat(causes(copy, "gfx942"))
        .singleElement()
        .asString()
        .startsWith("No archive was found for gfx942");
  }

  /** The files of the host wheel in the root of a Debian system. */
  private Path system() throws IOException {
    Path root = folder.resolve("root");
    SplitWheels.install(SplitWheels.host(wheels), root.resolve("opt/rocm"));
    return root;
  }

  private static String library() {
    return "opt/rocm/" + SplitWheels.LIBRARY;
  }

  @Test
  void namesPackageThatMetaPackageRequires() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "many-base", "Version: 1.0", library());
    SplitWheels.dpkg(
        root,
        "many",
        "Version: 1.0\nDepends: many-base (= 1.0), many-kernels-gfx942, many-kernels-gfx1100");
    assertThat(causes(root, "gfx942"))
        .containsExactly(
            "The device code of many-base 1.0 for gfx942 is not installed. Install it: apt install"
                + " many-kernels-gfx942");
    assertThat(causes(root, "gfx1030"))
        .singleElement()
        .asString()
        .contains("has no package with device code for gfx1030, only for gfx942, gfx1100");
  }

  /** Without a package that requires those of all GPUs, there may be more than are installed. */
  @Test
  void namesPackageLikeThoseThatAreInstalled() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "many-base", "Version: 1.0", library());
    SplitWheels.dpkg(root, "many-kernels-gfx1100", "Version: 1.0\nDepends: many-base");
    assertThat(causes(root, "gfx1030"))
        .containsExactly(
            "The device code of many-base 1.0 for gfx1030 is not installed, only that for gfx1100."
                + " Install it: apt install many-kernels-gfx1030");
    SplitWheels.dpkg(
        root, "many", "Version: 1.0\nDepends: many-kernels-gfx942, many-kernels-gfx1100");
    assertThat(causes(root, "gfx942")).singleElement().asString().endsWith("many-kernels-gfx942");
    assertThat(causes(root, "gfx1030"))
        .singleElement()
        .asString()
        .contains("has no package with device code for gfx1030, only for gfx942, gfx1100");
  }

  @Test
  void namesPackageByThePatternOfBuilds() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "amdrocm-many-host7.15", "Version: 7.15", library());
    assertThat(causes(root, "gfx90a:sramecc+:xnack-"))
        .singleElement()
        .asString()
        .endsWith("apt install amdrocm-many7.15-gfx90a");
  }

  @Test
  void packageThatWasRemovedOwnsNothing() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "amdrocm-many-host7.15", "Version: 7.15", library());
    Path status = root.resolve("var/lib/dpkg/status");
    Files.writeString(status, Files.readString(status).replace("ok installed", "ok config-files"));
    assertThat(causes(root, "gfx942")).singleElement().asString().doesNotContain("apt install");
  }

  @Test
  void debianPackageIsReadAsInstalled() throws IOException {
    byte[] bytes = SplitWheels.files(SplitWheels.host(wheels)).get(SplitWheels.LIBRARY);
    Path deb = folder.resolve("host.deb");
    Files.write(
        deb,
        TestPackages.deb(
            TestPackages.tar(
                "control", "Package: amdrocm-many-host7.15\nVersion: 7.15\nArchitecture: amd64\n"),
            TestPackages.tar(Map.of("./" + library(), bytes))));
    assertThat(causes(deb, "gfx942"))
        .singleElement()
        .asString()
        .endsWith("apt install amdrocm-many7.15-gfx942");
  }

  /** Families of builds have a wheel with the code of all of their GPUs. */
  @Test
  void familyServesItsGpus() throws IOException {
    SplitWheels.install(SplitWheels.host(wheels), site);
    Path metadata = site.resolve("many-1.0.dist-info/METADATA");
    Files.writeString(
        metadata,
        """
        Metadata-Version: 2.1
        Name: many
        Version: 1.0
        Provides-Extra: device-gfx94x-dcgpu
        Provides-Extra: device-gfx11
        Provides-Extra: device-gfx110x

        """);
    assertThat(causes(site, "gfx1100"))
        .containsExactly(
            "The device code of many 1.0 for gfx110x is not installed. Install it: pip install"
                + " 'many[device-gfx110x]'");
    assertThat(causes(site, "gfx1150")).singleElement().asString().contains("'many[device-gfx11]'");
    assertThat(causes(site, "gfx942"))
        .singleElement()
        .asString()
        .contains("'many[device-gfx94x-dcgpu]'");
    assertThat(causes(site, "gfx90a"))
        .singleElement()
        .asString()
        .contains("has no package with device code for gfx90a, only for");
  }

  /** Which family a GPU is in, is not told by a package of another family. */
  @Test
  void packageOfFamilyTellsNoOtherName() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "amdrocm-many-host7.15", "Version: 7.15", library());
    SplitWheels.dpkg(
        root, "amdrocm-many7.15-gfx94x-dcgpu", "Version: 7.15\nDepends: amdrocm-many-host7.15");
    assertThat(causes(root, "gfx1100"))
        .containsExactly(
            "No package with device code of amdrocm-many-host7.15 7.15 for gfx1100 is known, only"
                + " for gfx94x-dcgpu. See which there are: apt list 'amdrocm-many7.15-*'. If none"
                + " is for that GPU, use a build of amdrocm-many-host7.15 for it.");
    SplitWheels.dpkg(
        root,
        "amdrocm-many7.15",
        "Version: 7.15\nDepends: amdrocm-many-host7.15, amdrocm-many7.15-gfx110x");
    assertThat(causes(root, "gfx1100"))
        .singleElement()
        .asString()
        .endsWith("Install it: apt install amdrocm-many7.15-gfx110x");
  }

  @Test
  void packageWithoutFilesIsNotInstalledAgain() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "amdrocm-many-host1.0", "Version: 1.0", library());
    SplitWheels.dpkg(
        root,
        "amdrocm-all1.0-gfx1030",
        "Version: 1.0\nDepends: amdrocm-many-host1.0, amdrocm-other1.0-gfx1030");
    assertThat(causes(root, "gfx1030"))
        .singleElement()
        .asString()
        .startsWith("No package with device code of amdrocm-many-host1.0 1.0 for gfx1030 is known.")
        .doesNotContain("apt install", "Install it");
    SplitWheels.dpkg(
        root, "amdrocm-many1.0-gfx1100", "Version: 1.0\nDepends: amdrocm-many-host1.0");
    assertThat(causes(root, "gfx1030")).singleElement().asString().contains("only for gfx1100.");
    assertThat(causes(root, "gfx1100"))
        .singleElement()
        .asString()
        .doesNotContain("--reinstall", "apt install");
  }

  /** Its own package requires the host code of what it uses. */
  @Test
  void packageOfOtherComponentIsNotInstalledAgain() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "x-many-base", "Version: 1.0", library());
    SplitWheels.dpkg(
        root,
        "x-other-gfx1100",
        "Version: 1.0\nDepends: x-other-base, x-many-base",
        "opt/rocm/.kpack/other_gfx1100.kpack");
    assertThat(causes(root, "gfx1100")).singleElement().asString().doesNotContain("x-other");
    SplitWheels.dpkg(
        root,
        "x-many-gfx942",
        "Version: 1.0\nDepends: x-many-base",
        "opt/rocm/.kpack/many_gfx942.kpack");
    assertThat(causes(root, "gfx942"))
        .singleElement()
        .asString()
        .endsWith("Install it again: apt install --reinstall x-many-gfx942");
  }

  @Test
  void nameGoesOnBehindTheTarget() throws IOException {
    Path root = system();
    deletePython(root);
    SplitWheels.dpkg(root, "x-many-host", "Version: 1.0", library());
    SplitWheels.dpkg(root, "x-other-gfx10-3-generic-code", "Version: 1.0\nDepends: x-other-host");
    assertThat(causes(root, "gfx1100"))
        .singleElement()
        .asString()
        .endsWith("apt install x-many-gfx1100-code");
    SplitWheels.dpkg(root, "x-many-gfx942-kernels", "Version: 1.0\nDepends: x-many-host");
    assertThat(causes(root, "gfx1100"))
        .containsExactly(
            "The device code of x-many-host 1.0 for gfx1100 is not installed, only that for gfx942."
                + " Install it: apt install x-many-gfx1100-kernels");
  }

  private static void deletePython(Path root) throws IOException {
    Path info = root.resolve("opt/rocm/many-1.0.dist-info");
    for (String name : List.of("METADATA", "WHEEL", "RECORD")) {
      Files.delete(info.resolve(name));
    }
    Files.delete(info);
  }
}
