package org.kpackworkbench.model.format.packages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.fixtures.TestPackages;

/** Each fault that a package's own lists can have is found by itself, and said in its words. */
class PackageRulesTest {
  private static final String NAME = "tiny-1.0-py3-none-linux_x86_64.whl";
  private static final String INFO = "tiny-1.0.dist-info/";
  private static final byte[] MODULE = "VERSION = 1\n".getBytes(StandardCharsets.UTF_8);
  private static final String DIGEST = Wheel.digest(Digests.sha256().digest(MODULE));
  private static final String ROW = "tiny/__init__.py,sha256=" + DIGEST + ",12\n";

  @TempDir private Path folder;

  private Path wheel(String name, String metadata) throws IOException {
    return TestPackages.wheel(folder.resolve(name), Map.of("tiny/__init__.py", MODULE), metadata);
  }

  private static List<Finding> verify(Path... files) {
    return Verify.run(List.of(files), VerifyRequest.everything(), Progress.NONE).findings();
  }

  /** A wheel with another text in one of its files. */
  private Path changed(String file, UnaryOperator<String> change) throws IOException {
    Path good = wheel(NAME, "");
    byte[] bytes =
        TestPackages.changed(
            good,
            (path, content) ->
                path.equals(INFO + file)
                    ? change
                        .apply(new String(content, StandardCharsets.UTF_8))
                        .getBytes(StandardCharsets.UTF_8)
                    : content);
    return Files.write(good, bytes);
  }

  static Map<String, UnaryOperator<String>> records() {
    Map<String, UnaryOperator<String>> all = new LinkedHashMap<>();
    all.put("The digest in RECORD ends with \"=\".", text -> text.replace(DIGEST, DIGEST + "="));
    all.put(
        "The digest in RECORD does not match this file.",
        text -> text.replace(DIGEST, Wheel.digest(new byte[32])));
    all.put(
        "RECORD has md5 for this file, where it should be SHA-256.",
        text -> text.replace("__init__.py,sha256", "__init__.py,md5"));
    all.put(
        "RECORD has no digest for this file, where it should be SHA-256.",
        text -> text.replace("sha256=" + DIGEST, ""));
    all.put(
        "The size in RECORD does not match this file.",
        text -> text.replace(DIGEST + ",12", DIGEST + ",13"));
    all.put("RECORD lists this file twice.", text -> ROW + text);
    all.put("RECORD does not list this file.", text -> text.replace(ROW, ""));
    all.put(
        "RECORD lists this file, but the wheel does not contain it.",
        text -> text + "tiny/gone.py,sha256=" + DIGEST + ",12\n");
    return all;
  }

  static List<String> recordFaults() {
    return List.copyOf(records().keySet());
  }

  /** ROCm's wheels have such digests, and pip does not check them. */
  @Test
  void hexadecimalDigestsAreOneWarning() throws IOException {
    Path good =
        TestPackages.wheel(
            folder.resolve(NAME),
            new TreeMap<>(Map.of("tiny/__init__.py", MODULE, "tiny/b.py", MODULE)),
            "");
    String hex = HexText.of(Digests.sha256().digest(MODULE));
    Files.write(
        good,
        TestPackages.changed(
            good,
            (path, content) ->
                path.equals(INFO + "RECORD")
                    ? new String(content, StandardCharsets.UTF_8)
                        .replace(DIGEST, hex)
                        .getBytes(StandardCharsets.UTF_8)
                    : content));
    assertThat(verify(good))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("wheel-record");
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.message())
                  .isEqualTo(
                      "RECORD has digests in hexadecimal digits, of 2 files: tiny/__init__.py,"
                          + " tiny/b.py.");
            });
  }

  /** The second local header's sizes need no extra field. */
  @Test
  void zip64FieldsThatNothingNeedsAreOneWarning() throws IOException {
    Path good = wheel(NAME, "");
    Files.write(good, TestPackages.withZip64Fields(good));
    assertThat(verify(good))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("wheel-zip-sizes");
              assertThat(finding.severity()).isEqualTo(Severity.WARNING);
              assertThat(finding.message()).contains("4 members have a ZIP64 extra field");
            });
  }

  private static final String DEVICE_EXTRA =
      "Requires-Dist: amd-tiny-device-%1$s == 1.0; extra == \"device-%1$s\"\n"
          + "Provides-Extra: device-%1$s\n";

  private void device(String target) throws IOException {
    wheel(
        "amd_tiny_device_%s-1.0-py3-none-linux_x86_64.whl".formatted(target),
        "Requires-Dist: tiny == 1.0\n");
  }

  private List<String> extras(String metadata) throws IOException {
    Path host = wheel(NAME, metadata);
    return verify(host).stream()
        .filter(finding -> finding.rule().equals("wheel-extras"))
        .map(Finding::message)
        .toList();
  }

  @Test
  void extrasInstallTheDeviceWheelsAtHand() throws IOException {
    device("gfx942");
    device("gfx1100");
    String both = DEVICE_EXTRA.formatted("gfx942") + DEVICE_EXTRA.formatted("gfx1100");
    assertThat(extras(both)).isEmpty();
    assertThat(extras(DEVICE_EXTRA.formatted("gfx942")))
        .containsExactly("No extra in METADATA installs amd-tiny-device-gfx1100.");
    assertThat(
            extras(
                both
                    + "Provides-Extra: device-all\n"
                    + "Requires-Dist: amd-tiny-device-gfx942 == 1.0; extra == 'device-all'\n"))
        .containsExactly("The extra device-all does not install amd-tiny-device-gfx1100.");
    assertThat(extras(both + "Provides-Extra: device-gfx1010\n"))
        .containsExactly("Extras in METADATA name no wheel: device-gfx1010.");
  }

  /** They are installed by extras of the source distribution rocm, which has no wheel. */
  @Test
  void deviceWheelsOfRocmNeedNoExtraOfTheirHost() throws IOException {
    wheel(
        "rocm_sdk_device_gfx942-7.15.0-py3-none-linux_x86_64.whl",
        "Requires-Dist: rocm-sdk-libraries == 7.15.0\n");
    String host = "%s-7.15.0-py3-none-linux_x86_64.whl";
    assertThat(verify(wheel(host.formatted("rocm_sdk_libraries"), ""))).isEmpty();
    wheel(
        "other_device_gfx942-7.15.0-py3-none-linux_x86_64.whl", "Requires-Dist: other == 7.15.0\n");
    assertThat(verify(wheel(host.formatted("other"), "")))
        .extracting(Finding::message)
        .containsExactly("No extra in METADATA installs other-device-gfx942.");
  }

  @ParameterizedTest
  @MethodSource("recordFaults")
  void eachFaultOfRecord(String message) throws IOException {
    Path broken = changed("RECORD", records().get(message));
    assertThat(verify(broken))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("wheel-record");
              assertThat(finding.message()).isEqualTo(message);
              assertThat(finding.file().toString()).startsWith(broken + "/tiny/");
              assertThat(finding.advice()).isNotEmpty();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "METADATA|Name: tiny|Name: other|Name in METADATA is not the one in the file's name.",
        "METADATA|Version: 1.0|Version: 2.0|Version in METADATA is not the one in the file's name.",
        "WHEEL|Wheel-Version: 1.0|Wheel-Version: 2.0|Wheel-Version is not one that installers know.",
        "WHEEL|linux_x86_64|any|The tags differ from those in the file's name.",
      })
  void eachFaultOfWhatDescribesAWheel(String file, String what, String with, String message)
      throws IOException {
    Path broken = changed(file, text -> text.replace("\n" + what, "\n" + with).replace(what, with));
    assertThat(verify(broken))
        .filteredOn(finding -> finding.rule().equals("wheel-metadata"))
        .extracting(Finding::message)
        .containsExactly(message);
  }

  /** Installers look for one folder, by the wheel's name. */
  @Test
  void aWheelHasOneFolderThatDescribesIt() throws IOException {
    Path two =
        TestPackages.wheel(
            folder.resolve(NAME),
            Map.of("tiny/__init__.py", MODULE, "other-1.0.dist-info/METADATA", MODULE),
            "");
    assertThat(verify(two))
        .extracting(Finding::message)
        .containsExactly("It has several folders with descriptions of a package.");
    Path renamed = folder.resolve("other-1.0-py3-none-linux_x86_64.whl");
    Files.move(wheel(NAME, ""), renamed);
    assertThat(verify(renamed))
        .extracting(Finding::message)
        .contains("The folder with its description has another package's name.");
  }

  private static String requires(String version) {
    return """
        Provides-Extra: device-gfx942
        Requires-Dist: amd-tiny-device-gfx942 == %1$s; extra == "device-gfx942"
        Provides-Extra: device-all
        Requires-Dist: amd-tiny-device-gfx942 == %1$s; extra == "device-all"
        """
        .formatted(version);
  }

  private Path device(String folderName, String version) throws IOException {
    Path there = Files.createDirectories(folder.resolve(folderName));
    return TestPackages.wheel(
        there.resolve("amd_tiny_device_gfx942-%s-py3-none-linux_x86_64.whl".formatted(version)),
        Map.of("tiny/gfx942.txt", MODULE),
        "Requires-Dist: tiny == %s\n".formatted(version));
  }

  /** Also where nothing is beside it. */
  @Test
  void extrasThatNameNoWheelAtHandAreNoted() throws IOException {
    Path host = wheel(NAME, requires("1.0"));
    assertThat(verify(host))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("wheel-siblings");
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.message())
                  .isEqualTo(
                      "Wheels that its extras name are not available: amd-tiny-device-gfx942.");
            });
    Path elsewhere = device("devices", "1.0");
    assertThat(verify(host, elsewhere)).isEmpty();
    device("", "1.0");
    assertThat(verify(host)).isEmpty();
  }

  /** An extra of another package's version is no wheel of this build. */
  @Test
  void extrasOfOtherPackagesAreNotMissed() throws IOException {
    assertThat(verify(wheel(NAME, requires("7.3")))).isEmpty();
  }

  /** Wheels that are named together belong together, wherever they lie. */
  @Test
  void wheelsOfDifferentVersionsAreFoundAlsoInDifferentFolders() throws IOException {
    Path host = wheel(NAME, requires("1.0"));
    Path device = device("devices", "2.0");
    for (Path[] named : new Path[][] {{host, device}, {Path.of(device + "," + host)}}) {
      assertThat(verify(named))
          .filteredOn(finding -> finding.severity() == Severity.ERROR)
          .extracting(Finding::rule, Finding::message)
          .containsExactlyInAnyOrder(
              tuple(
                  "wheel-siblings",
                  "It requires amd-tiny-device-gfx942 1.0, but the available wheel is 2.0."),
              tuple("wheel-siblings", "It requires tiny 2.0, but the available wheel is 1.0."));
    }
  }

  private static final String CONTROL =
      "Package: tiny\nVersion: 1:1.0-2\nArchitecture: amd64\nMaintainer: A <a@b.c>\n"
          + "Description: small\n";

  private Path deb(String control, String sums) throws IOException {
    return Files.write(
        folder.resolve("tiny.deb"),
        TestPackages.deb(
            TestPackages.tar("./control", control, "./md5sums", sums),
            TestPackages.tar("./usr/share/tiny.txt", "hello\n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Package: tiny|X: 1|The control file has no Package.",
        "Maintainer: A <a@b.c>|Maintainer:|The control file has no Maintainer.",
        "Version: 1:1.0-2|Version: one|Version in the control file is not a valid one.",
        "Package: tiny|Package: Ti_ny|Package in the control file is not a valid one.",
        "Architecture: amd64|Architecture: a b|Architecture in the control file is not a valid one.",
        "Description: small|Package: tiny@Description: small|The control file has Package twice.",
      })
  void eachFaultOfAControlFile(String what, String with, String message) throws IOException {
    assertThat(verify(deb(CONTROL, ""))).isEmpty();
    assertThat(verify(deb(CONTROL.replace(what, with.replace('@', '\n')), "")))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("deb-sums");
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.message()).isEqualTo(message);
            });
  }

  /** dpkg reads the parts in their order. */
  @Test
  void contentsBeforeControlAreRefused() throws IOException {
    byte[] deb = Files.readAllBytes(deb(CONTROL, ""));
    String text = new String(deb, StandardCharsets.ISO_8859_1);
    int control = text.indexOf("control.tar");
    int data = text.indexOf("data.tar");
    String swapped =
        text.substring(0, control) + text.substring(data) + text.substring(control, data);
    Path file = folder.resolve("swapped.deb");
    Files.write(file, swapped.getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> PackageFile.open(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("member data.tar")
        .hasMessageContaining("expected it behind control.tar");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b1946ac92492d2347c6235b4d2611185  usr/share/tiny.txt|The MD5 in md5sums does not match this file.",
        "b1946ac92492d2347c6235b4d2611184  usr/gone.txt|md5sums lists this file, but the package does not contain it.",
        "b1946ac92492  usr/share/tiny.txt|md5sums has a line without a digest and a path.",
      })
  void eachFaultOfMd5sums(String sums, String message) throws IOException {
    assertThat(verify(deb(CONTROL, "b1946ac92492d2347c6235b4d2611184  usr/share/tiny.txt\n")))
        .isEmpty();
    assertThat(verify(deb(CONTROL, sums + "\n")))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).isEqualTo(message));
  }

  private List<Finding> shared(byte[] first, byte[] second) throws IOException {
    Path packages = Files.createDirectory(folder.resolve("packages"));
    Files.write(packages.resolve("a.deb"), first);
    Files.write(packages.resolve("b.deb"), second);
    VerifyReport report = Verify.run(List.of(packages), VerifyRequest.everything(), Progress.NONE);
    assertThat(report.unreadable()).isEmpty();
    return report.findings().stream()
        .filter(finding -> finding.rule().equals("package-shared-file"))
        .toList();
  }

  private static byte[] manifest(String control, String content) throws IOException {
    return TestPackages.deb(
        TestPackages.tar("./control", control + "Version: 1.0\n"),
        TestPackages.tar("./opt/rocm/.kpack/rand_lib.kpm", content));
  }

  /** Whatever is in them: dpkg compares names. */
  @ParameterizedTest
  @ValueSource(strings = {"same", "other"})
  void reportsManifestNameInTwoPackages(String second) throws IOException {
    assertThat(shared(manifest("Package: a\n", "same"), manifest("Package: b\n", second)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.place().file()).hasFileName("b.deb");
              assertThat(finding.message())
                  .contains("opt/rocm/.kpack/rand_lib.kpm is in a.deb, too", "dpkg refuses");
              assertThat(finding.advice()).contains("Only the generic package");
            });
  }

  @Test
  void allowsPackagesToReplaceFiles() throws IOException {
    assertThat(
            shared(
                manifest("Package: a\n", "same"),
                manifest("Package: b\nReplaces: x, a (<< 2)\n", "other")))
        .isEmpty();
  }

  @Test
  void allowsVersionsOfOnePackage() throws IOException {
    assertThat(shared(manifest("Package: a\n", "1"), manifest("Package: a\n", "2"))).isEmpty();
  }
}
