package org.kpackworkbench.model.analysis.verify.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.cause.FindingGroup;
import org.kpackworkbench.model.analysis.verify.cause.FindingGrouping;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.fixtures.SplitWheels;
import org.kpackworkbench.model.fixtures.TestPackages;

/** Installed packages, and folders of packages. */
class PackagesVerifiedTest {
  @TempDir private Path folder;
  private Path wheels;

  @BeforeEach
  void split() throws IOException {
    wheels = SplitWheels.in(folder);
  }

  private static List<Finding> findings(Path path, String rule) {
    VerifyReport report = Verify.run(List.of(path), VerifyRequest.everything());
    assertThat(report.unreadable()).isEmpty();
    return report.findings().stream().filter(each -> each.rule().equals(rule)).toList();
  }

  @Test
  void namesExtrasWhereHostWheelIsAlone() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(SplitWheels.host(wheels), site);
    for (Path alone : List.of(site, SplitWheels.host(wheels))) {
      assertThat(findings(alone, "archives-found"))
          .singleElement()
          .satisfies(
              each ->
                  assertThat(each.advice())
                      .isEqualTo(
                          "The device code of many 1.0 is not installed. Install that of your GPUs:"
                              + " pip install 'many[device-gfx90a]', or for gfx942, gfx1030,"
                              + " gfx1100"));
    }
  }

  /** A package that is not installed has no fault where archives that it lists are missing. */
  @Test
  void notesMissingArchivesOfPackagesByThemselves() throws IOException {
    Path wheel = SplitWheels.host(wheels);
    Map<String, byte[]> files = new TreeMap<>();
    SplitWheels.files(wheel).forEach((path, bytes) -> files.put("./opt/lib/" + path, bytes));
    byte[] control = TestPackages.tar(Map.of("./control", "Package: many\n".getBytes(UTF_8)));
    Path deb =
        Files.write(
            folder.resolve("many_1.0_all.deb"), TestPackages.deb(control, TestPackages.tar(files)));
    for (Path alone : List.of(wheel, deb)) {
      VerifyReport report = Verify.run(List.of(alone), VerifyRequest.everything());
      assertThat(report.findings())
          .filteredOn(each -> each.rule().matches("manifest-archive-missing|archives-found"))
          .as(alone.toString())
          .hasSize(6)
          .allMatch(each -> each.severity() == Severity.NOTE);
    }
  }

  /**
   * Nothing runs, and the command that installs the code comes before what is said of manifests.
   */
  @Test
  void failsInstalledHostWheelAloneAndNamesExtrasFirst() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(SplitWheels.host(wheels), site);
    Path hidden = site.resolve("many/.kpack");
    for (boolean manifest : new boolean[] {true, false}) {
      if (!manifest) {
        Files.delete(hidden.resolve("many.kpm"));
        Files.delete(hidden);
      }
      VerifyReport report = Verify.run(List.of(site), VerifyRequest.everything());
      assertThat(report.findings())
          .extracting(Finding::rule)
          .filteredOn(rule -> rule.equals("manifest-archive-missing"))
          .hasSize(manifest ? 5 : 0);
      FindingGroup first = FindingGrouping.CAUSE.of(report.findings()).getFirst();
      assertThat(first.severity()).isEqualTo(Severity.ERROR);
      assertThat(first.title()).isEqualTo("No device code is installed: 1 binary finds no archive");
      assertThat(first.advice()).contains("pip install 'many[device-");
      assertThat(first.findings()).hasSize(manifest ? 6 : 1);
    }
  }

  @Test
  void namesExtrasOfAbsentArchitectures() throws IOException {
    Path site = folder.resolve("site-packages");
    SplitWheels.install(SplitWheels.host(wheels), site);
    SplitWheels.install(SplitWheels.wheel(wheels, "gfx942"), site);
    assertThat(findings(site, "archive-absent"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.advice())
                    .contains("pip install 'many[device-gfx90a,device-gfx1030,device-gfx1100]'"));
    FindingGroup first =
        FindingGrouping.CAUSE
            .of(Verify.run(List.of(site), VerifyRequest.everything()).findings())
            .getFirst();
    assertThat(first.title()).startsWith("4 archives are missing: ");
    assertThat(first.advice())
        .isEqualTo(
            "If these architectures are needed, install them: pip install"
                + " 'many[device-gfx90a,device-gfx1030,device-gfx1100]'");
  }

  @Test
  void folderOfPackagesIsCheckedAsInstalled() throws IOException {
    VerifyReport whole = Verify.run(List.of(wheels), VerifyRequest.everything());
    String library = SplitWheels.host(wheels).resolve(SplitWheels.LIBRARY).toString();
    assertThat(whole.findings()).allMatch(each -> each.severity() == Severity.NOTE);
    assertThat(whole.checked())
        .contains(SplitWheels.host(wheels))
        .anyMatch(file -> file.toString().equals(library));
    assertThat(findings(wheels, "archives-found")).isEmpty();
  }

  /** Each of several versions is checked, with the others that it goes with. */
  @Test
  void folderOfSeveralVersionsIsChecked() throws IOException {
    Path other =
        TestPackages.wheel(
            wheels.resolve("many-1.0-cp313-cp313-linux_x86_64.whl"),
            Map.of(
                SplitWheels.LIBRARY,
                SplitWheels.files(SplitWheels.host(wheels)).get(SplitWheels.LIBRARY),
                "many/other.py",
                new byte[] {'#'}),
            "");
    VerifyReport report = Verify.run(List.of(wheels), VerifyRequest.everything());
    assertThat(report.unreadable()).isEmpty();
    assertThat(report.checked()).contains(other, SplitWheels.host(wheels));
  }

  @Test
  void doesNotGuessACopyWithoutHiddenFilesBesideOtherHiddenFiles() throws IOException {
    Path copy = folder.resolve("copy");
    SplitWheels.copyVisible(wheels, copy);
    assertThat(findings(copy, "archives-found").getFirst().advice())
        .contains("without hidden files");
    Files.createDirectory(copy.resolve(".info"));
    assertThat(findings(copy, "archives-found").getFirst().advice())
        .doesNotContain("hidden")
        .startsWith("Put the archives there");
  }
}
