package org.kpackworkbench.model.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.loader.ConvertedTree;
import org.kpackworkbench.model.real.RealLibrary;
import org.kpackworkbench.model.registration.CountedTree;
import org.kpackworkbench.model.verify.Finding;
import org.kpackworkbench.model.verify.Severity;

/** Code that lies under another wrapper's index is found, and nothing else is. */
class WrapperKernelsTest {
  private static final String RULE = "wrapper-kernels";

  @TempDir Path folder;

  private static List<Finding> findings(Path... paths) {
    VerifyRequest request = VerifyRequest.everything().onThreads(2).only(Set.of(RULE));
    return Verifier.run(List.of(paths), request, Progress.NONE).findings();
  }

  /** Each finding as {@code KEY @ TARGET: wrapper N}. */
  private static List<String> wrong(List<Finding> findings) {
    return findings.stream()
        .map(
            finding ->
                finding.placeText().replaceFirst(".*#", "#")
                    + ": "
                    + finding
                        .message()
                        .replaceFirst(".* is found, but these kernels belong to ", "")
                        .replaceFirst("\\. .*", ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libowner.so",
        "libowner-gnu.so",
        "libowner-slow-gnu.so",
        "libowner-relr.so",
        "libowner-relr-gnu.so",
        "libowner-noplt.so"
      })
  void unitsThatLackAnArchitectureShiftThoseBehind(String fixture) throws IOException {
    List<Finding> found = findings(CountedTree.of(fixture, folder, "libx.so"));
    assertThat(wrong(found))
        .containsExactlyInAnyOrder(
            "#2 @ gfx90a: wrapper 3",
            "#3 @ gfx90a: wrapper 4",
            "#1 @ gfx942: wrapper 2",
            "#2 @ gfx942: wrapper 3",
            "#3 @ gfx942: wrapper 4");
    assertThat(found)
        .allSatisfy(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.ERROR);
              assertThat(finding.file().toString()).endsWith(".kpack");
              assertThat(finding.fileOffset()).isPositive();
              assertThat(finding.advice()).contains("numbers by wrapper");
            });
    assertThat(found)
        .extracting(Finding::message)
        .contains(
            "The code of wrapper 1 for gfx942 is found, but these kernels belong to wrapper 2. The"
                + " code object has kpackfix::unit_2, which wrapper 2 registers, and lacks"
                + " kpackfix::unit_1, which this wrapper registers.",
            "The code of wrapper 2 for gfx90a is found, but these kernels belong to wrapper 3. Code"
                + " of the same compile unit is filed under #3 for gfx1100, and for this"
                + " architecture under #2.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exe-owner-pie-lld",
        "exe-owner-pie-gnu",
        "exe-owner-fixed-lld",
        "exe-owner-fixed-gnu"
      })
  void programsAreReadLikeLibraries(String fixture) throws IOException {
    // One unit has an architecture that no other has, so that none has all units.
    assertThat(wrong(findings(CountedTree.of(fixture, folder, "x"))))
        .containsExactlyInAnyOrder(
            "#0 @ gfx1030: wrapper 5",
            "#2 @ gfx90a: wrapper 3 or a later one",
            "#3 @ gfx90a: wrapper 4",
            "#1 @ gfx942: wrapper 2",
            "#2 @ gfx942: wrapper 3 or a later one",
            "#3 @ gfx942: wrapper 4");
  }

  @Test
  void withoutTheUnitsHashNamesTell() throws IOException {
    // Unit 3 has no kernel: under its code nothing tells whose it is.
    assertThat(wrong(findings(CountedTree.of("libowner-nounit.so", folder, "libx.so"))))
        .containsExactlyInAnyOrder(
            "#3 @ gfx90a: wrapper 4", "#1 @ gfx942: wrapper 2", "#3 @ gfx942: wrapper 4");
  }

  @Test
  void whereNamesAreTheSameTheUnitsHashTells() throws IOException {
    assertThat(wrong(findings(CountedTree.of("libowner-same.so", folder, "libx.so"))))
        .containsExactly("#1 @ gfx942: wrapper 2");
  }

  @Test
  void archivesOfAnotherBinaryBelongToNoWrapper() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libowner.so"), folder, "libx.so");
    Path other = folder.resolve("other");
    ConvertedTree.convert(Fixtures.path("libdrift.so"), other, "libx.so");
    Files.move(
        other.resolve(".kpack/libx.so_gfx942.kpack"),
        folder.resolve(".kpack/libx.so_gfx942.kpack"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    List<Finding> found = findings(library);
    // Both have a unit_0 and a unit_4: those fit, as far as names tell.
    assertThat(found).isEmpty();
    ConvertedTree.convert(Fixtures.path("libone.so"), folder.resolve("one"), "libx.so");
    Files.move(
        folder.resolve("one/.kpack/libx.so_gfx1100.kpack"),
        folder.resolve(".kpack/libx.so_gfx1100.kpack"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(findings(library))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .startsWith(
                        "The code of wrapper 0 for gfx1100 is found, but these kernels belong to"
                            + " no wrapper of this binary. The code object has kpackfix::axpy,"));
  }

  @ParameterizedTest
  @EnumSource
  void whatThisProgramConvertsIsAllRight(FatFixture fixture) throws IOException {
    assertThat(findings(ConvertedTree.convert(fixture.path(), folder, fixture.fileName())))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libowner.so",
        "libowner-nounit.so",
        "libowner-same.so",
        "libowner-slow-gnu.so",
        "exe-owner-pie-gnu",
        "exe-owner-fixed-lld"
      })
  void unitsWithTheSameNamesOrWithoutKernelsRaiseNoAlarm(String fixture) throws IOException {
    assertThat(findings(ConvertedTree.convert(Fixtures.path(fixture), folder, "x"))).isEmpty();
  }

  @Test
  @Tag("real")
  void aRealLibraryIsAllRight() throws IOException {
    assertThat(findings(ConvertedTree.convert(RealLibrary.path(), folder, "librocrand.so")))
        .isEmpty();
  }
}
