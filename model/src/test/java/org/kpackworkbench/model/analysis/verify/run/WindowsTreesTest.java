package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.analysis.resolve.simulate.AvailableTargets;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/** Trees of Windows in a folder here, where names differ in case from what binaries say. */
class WindowsTreesTest {
  private static final String PATH = "..\\.kpack\\Foo_@GFXARCH@.KPACK";

  @TempDir Path folder;

  @Test
  void archivesAreFoundWhateverTheCaseOfTheirNames() throws IOException {
    Path dll = converted(PATH);
    assertThat(EveryRuleTest.verify(folder.resolve("tree")).findings())
        .extracting(Finding::rule)
        .containsExactly("archives-complete");
    HostDocument document = (HostDocument) StandardFormats.all().open(dll);
    try (document) {
      assertThat(AvailableTargets.of(document.fat().marker(), dll, Progress.NONE))
          .containsExactly(GpuTarget.parse("gfx90a"), GpuTarget.parse("gfx1100"));
      try (CodeElsewhere code = document.codeElsewhere(path -> true, Progress.NONE).orElseThrow()) {
        assertThat(code.files()).hasSize(2);
      }
    }
    Path back = folder.resolve("back.dll");
    new Restore(RestoreRequest.of(dll, back)).run(Progress.NONE);
    assertThat(back).hasSameBinaryContentAs(Fixtures.path("windows.dll"));
  }

  /** Libraries for linking to a DLL have members that only name exports. */
  @Test
  void importLibrariesAreCheckedWhole() throws IOException {
    VerifyReport report = EveryRuleTest.verify(Fixtures.path("windows.lib"));
    assertThat(report.findings()).isEmpty();
    assertThat(report.notChecked()).isEmpty();
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows.lib"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    // Objects of many sections begin alike; their version is another one.
    bytes[text.lastIndexOf("\0\0\u00ff\u00ff\0\0") + 4] = 2;
    Path other = Files.write(folder.resolve("other.lib"), bytes);
    assertThat(EveryRuleTest.verify(other).notChecked()).hasSize(1);
  }

  /** Each part of the optional header that leads somewhere, led astray. */
  @ParameterizedTest
  @CsvSource({
    "16, 0x900000, windows-directories, 'Its entry point is 0x900000 from its base, where no section is.'",
    "60, 0x300, windows-sections, 'The headers end at 0x300, expected a multiple of 512.'",
    "112, 0x900000, windows-directories, 'Its exports are 83 bytes at 0x900000 from its base, which no section holds.'",
    "124, 0x8000, windows-directories, 'Its imports are 32768 bytes at'",
    "152, 0x900000, windows-directories, 'Its base relocations are 36 bytes at 0x900000 from its base'",
    "148, 0x7000, windows-directories, 'Its certificates are 28672 bytes at 0x0 of the file, which ends before.'"
  })
  void whatLeadsAstrayIsReported(int field, String value, String rule, String message)
      throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows.dll"));
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x78 + 24 + field, Integer.decode(value));
    assertThat(EveryRuleTest.verify(Files.write(folder.resolve("a.dll"), bytes)).findings())
        .filteredOn(finding -> finding.rule().equals(rule))
        .extracting(Finding::message)
        .singleElement(as(InstanceOfAssertFactories.STRING))
        .startsWith(message);
  }

  /** A conversion that would be refused is not offered. */
  @Test
  void conversionIsOfferedWhereItHelps() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows.dll"));
    assertThat(state(bytes).advice()).isEqualTo("\"convert\" makes it host-only.");
    // Section alignment; the sections lie a page apart, which is a multiple of it.
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0x78 + 24 + 32, 512);
    assertThat(state(bytes).advice())
        .isEqualTo(
            "Leave it fat. It cannot be made host-only: its layout cannot be changed safely (its"
                + " sections are aligned to 512 bytes in memory, and Windows loads such a file as"
                + " it lies).");
  }

  private Finding state(byte[] bytes) throws IOException {
    return EveryRuleTest.verify(Files.write(folder.resolve("a.dll"), bytes)).findings().stream()
        .filter(finding -> finding.rule().equals("device-code-state"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void searchPathsThatNoOtherMachineHasAreReported() throws IOException {
    for (String path : List.of("C:\\rocm\\a.kpack", "\\rocm\\a.kpack", "\\\\server\\x\\a.kpack")) {
      assertThat(reads(path))
          .containsExactly("The search path \"%s\" is not relative.".formatted(path));
    }
    assertThat(reads("..\\.kpack\\a-gfx942:xnack+.kpack"))
        .containsExactly(
            "The search path \"..\\.kpack\\a-gfx942:xnack+.kpack\" has a colon, which no name on"
                + " Windows has.");
    assertThat(reads("..\\.kpack\\a.kpack")).isEmpty();
  }

  private List<String> reads(String path) throws IOException {
    Path dll = converted(path);
    List<String> found =
        EveryRuleTest.verify(dll).findings().stream()
            .filter(finding -> finding.rule().equals("marker-reads"))
            .map(Finding::message)
            .toList();
    Files.delete(dll);
    Files.delete(folder.resolve("tree/other/x.kpack"));
    return found;
  }

  private Path converted(String path) throws IOException {
    Path dll = Files.createDirectories(folder.resolve("tree/bin")).resolve("foo.dll");
    Path archives = Files.createDirectories(folder.resolve("tree/.kpack"));
    boolean here = path.equals(PATH);
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path("windows.dll"),
                dll,
                "bin/foo.dll",
                here ? List.of(path) : List.of(path, "../other/x.kpack"),
                here ? archives : Files.createDirectories(folder.resolve("tree/other"))))
        .run(Progress.NONE);
    for (String target : here ? List.of("gfx90a", "gfx1100") : List.<String>of()) {
      Files.move(
          archives.resolve("Foo_%s.KPACK".formatted(target)),
          archives.resolve("foo_%s.kpack".formatted(target)));
    }
    return dll;
  }
}
