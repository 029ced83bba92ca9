package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.registration.CountedTree;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitReport;
import org.kpackworkbench.model.operation.split.SplitReport.SplitArtifact;
import org.kpackworkbench.model.operation.split.SplitRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.real.RealLibrary;

/** Code that lies under another wrapper's index is found, and nothing else is. */
class WrapperKernelsTest {
  private static final String RULE = "wrapper-kernels";

  @TempDir Path folder;

  private static VerifyReport report(List<Path> originals, Path... paths) {
    VerifyRequest request =
        VerifyRequest.everything().onThreads(2).only(Set.of(RULE)).comparing(originals);
    return Verify.run(List.of(paths), request, Progress.NONE);
  }

  private static List<Finding> findings(Path... paths) {
    return report(List.of(), paths).findings();
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
                        .replaceFirst(".* is found, but this code belongs to ", "=")
                        .replaceFirst(".* is found, but these kernels belong to ", "")
                        .replaceFirst(" of /.*", "")
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
            "The code of wrapper 3 for gfx942 is found, but these kernels belong to wrapper 4. The"
                + " code object has hidden, which wrapper 4 registers.")
        .filteredOn(message -> message.startsWith("The code of wrapper 2 for gfx90a"))
        .singleElement()
        .asString()
        .matches(
            ".*belong to wrapper 3\\. The code object is of the compile unit [0-9a-f]+, which is"
                + " wrapper 3's; wrapper 2 is of [0-9a-f]+\\.");
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
    // One unit has an architecture that no other has, so that none has all units. A stripped
    // program has no symbol with its units' hashes.
    boolean stripped = fixture.equals("exe-owner-pie-gnu") || fixture.equals("exe-owner-fixed-lld");
    String third = stripped ? "wrapper 3 or a later one" : "wrapper 3";
    List<Finding> found = findings(CountedTree.of(fixture, folder, "x"));
    assertThat(wrong(found))
        .containsExactlyInAnyOrder(
            "#0 @ gfx1030: wrapper 5",
            "#2 @ gfx90a: " + third,
            "#3 @ gfx90a: wrapper 4",
            "#1 @ gfx942: wrapper 2",
            "#2 @ gfx942: " + third,
            "#3 @ gfx942: wrapper 4");
    if (stripped) {
      assertThat(found)
          .extracting(Finding::message)
          .contains(
              "The code of wrapper 2 for gfx90a is found, but these kernels belong to wrapper 3 or a"
                  + " later one. Code of the same compile unit is filed under #3 for gfx1100, and"
                  + " for this architecture under #2.");
    }
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

  /** All rows of one architecture go one index on, the last one to #0: none is missing. */
  private static int rotated(String target, int n, int count) {
    return target.equals("gfx90a") ? (n + 1) % count : n;
  }

  @Test
  void inACompleteColumnTheUnitsHashStillTells() throws IOException {
    // Every unit has one kernel of the same name, static.
    Path library = ConvertedTree.convert(Fixtures.path("libowner-same.so"), folder, "libx.so");
    CountedTree.number(folder.resolve(".kpack"), WrapperKernelsTest::rotated);
    List<Finding> found = findings(library);
    assertThat(wrong(found))
        .containsExactlyInAnyOrder(
            "#0 @ gfx90a: wrapper 2",
            "#1 @ gfx90a: wrapper 0",
            "#2 @ gfx90a: wrapper 1",
            "#1 @ gfx942: wrapper 2");
    assertThat(found)
        .extracting(Finding::message)
        .contains(
            "The code of wrapper 0 for gfx90a is found, but these kernels belong to wrapper 2. The"
                + " code object is of the compile unit c1174baa637574e0, which is wrapper 2's;"
                + " wrapper 0 is of d262b56496a0e9b0.");
  }

  @Test
  void whereAllArchitecturesAreRotatedAlikeTheBinaryTells() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libowner-same.so"), folder, "libx.so");
    Files.delete(folder.resolve(".kpack/libx.so_gfx942.kpack"));
    CountedTree.number(folder.resolve(".kpack"), WrapperKernelsTest::rotated);
    assertThat(wrong(findings(library)))
        .containsExactlyInAnyOrder(
            "#0 @ gfx90a: wrapper 2", "#1 @ gfx90a: wrapper 0", "#2 @ gfx90a: wrapper 1");
  }

  /** Without hashes in the binary two architectures that disagree are both to be doubted. */
  @Test
  void completeColumnsThatContradictEachOtherAreFound() throws IOException {
    Path fat = changed("libcompressed.so", WrapperKernelsTest::withoutRegistrationsAndHashes);
    Path library = ConvertedTree.convert(fat, folder, "libx.so");
    assertThat(findings(library)).isEmpty();
    CountedTree.number(folder.resolve(".kpack"), WrapperKernelsTest::rotated);
    List<Finding> found = findings(library);
    assertThat(wrong(found))
        .containsExactlyInAnyOrder(
            "#0 @ gfx90a: wrapper 3",
            "#1 @ gfx90a: wrapper 0",
            "#2 @ gfx90a: wrapper 1",
            "#3 @ gfx90a: wrapper 2");
    // Two against two: each may be the right one.
    Files.delete(folder.resolve(".kpack/libx.so_gfx942.kpack"));
    assertThat(findings(library))
        .hasSize(8)
        .allSatisfy(
            finding ->
                assertThat(finding.message())
                    .contains("belong to another wrapper, or those of another architecture do.")
                    .contains("Code of the same compile unit is filed under #"));
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
    Path library = ConvertedTree.convert(fixture.path(), folder, fixture.fileName());
    assertThat(findings(library)).isEmpty();
    VerifyReport compared = report(List.of(fixture.path()), library);
    assertThat(compared.findings()).isEmpty();
    assertThat(compared.unreadable()).isEmpty();
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

  /** A fixture that is changed before it is used. */
  private Path changed(String fixture, Consumer<byte[]> change) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path(fixture));
    change.accept(bytes);
    return Files.write(Files.createDirectories(folder.resolve("changed")).resolve(fixture), bytes);
  }

  /** Makes registrations impossible to follow, and gives symbols of hashes another name. */
  private static void withoutRegistrationsAndHashes(byte[] bytes) {
    byte[] lastArgument = {0x41, (byte) 0xb8, -1, -1, -1, -1};
    byte[] hash = "__hip_cuid_".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at + hash.length < bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + lastArgument.length, lastArgument, 0, 6)) {
        bytes[at] = 0x0f;
        bytes[at + 1] = 0x04;
      } else if (Arrays.equals(bytes, at, at + hash.length, hash, 0, hash.length)) {
        bytes[at + 2] = 'x';
      }
    }
  }

  @Test
  void withoutRegistrationsAndHashesSetsOfKernelsTell() throws IOException {
    Path fat = changed("librelr.so", WrapperKernelsTest::withoutRegistrationsAndHashes);
    Path library = ConvertedTree.convert(fat, folder, "libx.so");
    assertThat(findings(library)).isEmpty();
    // As if unit 0 had not been compiled for gfx90a.
    Path archive = folder.resolve(".kpack/libx.so_gfx90a.kpack");
    String rows = latin(Files.readAllBytes(archive));
    assertThat(rows).contains("lib/libx.so#0", "lib/libx.so#1");
    Files.writeString(
        archive,
        rows.replace("lib/libx.so#0", "lib/libx.so#9").replace("lib/libx.so#1", "lib/libx.so#0"),
        StandardCharsets.ISO_8859_1);
    List<Finding> found = findings(library);
    assertThat(wrong(found)).containsExactly("#0 @ gfx90a: wrapper 1");
    assertThat(found.getFirst().message())
        .contains("Code with the same kernels is filed under #1 for gfx1100");
  }

  /** Neither names nor hashes tell of unit 3; its bytes do. */
  @Test
  void theBytesOfTheOriginalTellFirst() throws IOException {
    Path fat = Fixtures.path("libowner-nounit.so");
    Path library = CountedTree.of("libowner-nounit.so", folder, "libx.so");
    List<String> all =
        List.of(
            "#2 @ gfx90a: =wrapper 3",
            "#3 @ gfx90a: =wrapper 4",
            "#1 @ gfx942: =wrapper 2",
            "#2 @ gfx942: =wrapper 3",
            "#3 @ gfx942: =wrapper 4");
    VerifyReport named = report(List.of(fat), library);
    assertThat(named.unreadable()).isEmpty();
    assertThat(wrong(named.findings())).containsExactlyInAnyOrderElementsOf(all);
    assertThat(named.findings())
        .extracting(Finding::message)
        .contains(
            ("The code of wrapper 1 for gfx942 is found, but this code belongs to wrapper 2 of %s."
                    + " Byte for byte it is what wrapper 2 has there for gfx942; wrapper 1 has none"
                    + " for this target.")
                .formatted(fat));
    assertThat(wrong(findings(folder.resolve("lib"))))
        .as("without it")
        .hasSize(3)
        .noneMatch(each -> each.contains("="));
  }

  @Test
  void aFatBinaryOfTheSameBuildAmongTheCheckedIsTheOriginal() throws IOException {
    Path library = CountedTree.of("libowner-nounit.so", folder, "libx.so");
    assertThat(wrong(findings(library, Fixtures.path("libowner-nounit.so"))))
        .hasSize(5)
        .allMatch(each -> each.contains("=wrapper"));
    VerifyReport other = report(List.of(), library, Fixtures.path("libowner.so"));
    assertThat(wrong(other.findings())).hasSize(3).noneMatch(each -> each.contains("="));
    assertThat(other.unreadable()).isEmpty();
  }

  private static void refused(VerifyReport report, Path original, String why) {
    assertThat(report.outcome()).isEqualTo(VerifyReport.Outcome.NOT_ALL_READ);
    assertThat(report.unreadable())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.path()).isEqualTo(original);
              assertThat(one.failure()).hasMessageContaining(why);
            });
  }

  @Test
  void whatIsNotTheOriginalIsRefusedByName() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libowner.so"), folder, "libx.so");
    String id = "f6c018005a11377e000ae71024a1e847c42fff0d";
    String otherId = "2f25acc2308c0cff56e33476c6e1c5c757f1fe89";
    Path other = Fixtures.path("libdrift.so");
    refused(
        report(List.of(other), library),
        other,
        "expected the original of %s, with build id %s, found another build, with build id %s"
            .formatted(library, id, otherId));
    // The same build id, but another number of wrappers: that no linker makes.
    Path one = ConvertedTree.convert(Fixtures.path("libone.so"), folder.resolve("one"), "libx.so");
    Path more =
        changed(
            "libdrift.so",
            bytes -> {
              int at = latin(bytes).indexOf(latin(hex(otherId)));
              System.arraycopy(hex("f645464ea0e224e7347b5481a10cce0bd1d68420"), 0, bytes, at, 20);
            });
    refused(report(List.of(more), one), more, "with wrappers: 1, found wrappers: 5");
    refused(
        report(List.of(library), library),
        library,
        "expected the fat binary that a host-only one was made from, found: host-only");
    Path fat = Fixtures.path("libowner.so");
    refused(report(List.of(fat), fat), fat, "found none whose archives are looked for");
    Path text = Files.writeString(folder.resolve("text"), "text");
    refused(report(List.of(text), library), text, "ELF");
  }

  @Test
  void anOriginalThatIsComparedWithNothingIsRefused() throws IOException {
    Path library = ConvertedTree.convert(Fixtures.path("libowner.so"), folder, "libx.so");
    Path other = Files.createDirectories(folder.resolve("other/lib"));
    Path alone = Files.copy(library, other.resolve("libx.so"));
    Path fat = Fixtures.path("libowner.so");
    refused(
        report(List.of(fat), alone),
        fat,
        "expected archives with code of %s to compare with it, found none".formatted(alone));
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  /** An artifact with two libraries, split by architecture. */
  private SplitReport split() throws IOException {
    Path artifact = Files.createDirectories(folder.resolve("in/blas_lib_gfx9X"));
    Path libraries = Files.createDirectories(artifact.resolve("a/stage/lib"));
    Files.copy(Fixtures.path("libowner.so"), libraries.resolve("libowner.so"));
    Files.copy(Fixtures.path("libowner-same.so"), libraries.resolve("libsame.so"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "a/stage\n");
    SplitReport split =
        new Split(SplitRequest.artifact(artifact, folder.resolve("shard"))).run(Progress.NONE);
    assertThat(split.failed()).isEmpty();
    return split;
  }

  @Test
  void whatIsPackedAndSplitIsAllRight() throws IOException {
    split();
    VerifyReport shard = report(List.of(Fixtures.path("libowner.so")), folder.resolve("shard"));
    assertThat(shard.findings()).isEmpty();
    assertThat(shard.unreadable()).isEmpty();
    Path out = folder.resolve("out");
    new Pack(PackRequest.of(folder.resolve("in/blas_lib_gfx9X/a"), out, "blas", "gfx9X"))
        .run(Progress.NONE);
    VerifyReport packed =
        report(List.of(Fixtures.path("libowner.so"), Fixtures.path("libowner-same.so")), out);
    assertThat(packed.checked()).isNotEmpty();
    assertThat(packed.findings()).isEmpty();
    assertThat(packed.unreadable()).isEmpty();
  }

  @Test
  void shardsAndPackedArtifactsAreLookedThrough() throws IOException {
    SplitReport split = split();
    Path device = folder.resolve("shard/blas_lib_gfx942/a/stage/.kpack");
    CountedTree.count(device);
    List<String> wrong =
        List.of(
            "#1 @ gfx942: wrapper 2",
            "#2 @ gfx942: wrapper 3",
            "#3 @ gfx942: wrapper 4",
            "#1 @ gfx942: wrapper 2");
    List<Finding> found = findings(folder.resolve("shard"));
    assertThat(wrong(found)).containsExactlyInAnyOrderElementsOf(wrong);
    assertThat(found).allMatch(finding -> finding.file().startsWith(device));
    Path packed = Files.createDirectory(folder.resolve("packed"));
    for (SplitArtifact artifact : split.artifacts()) {
      TarPack.write(
          artifact.path(),
          packed.resolve(artifact.name() + ".tar.zst"),
          TarOptions.DEFAULT,
          Progress.NONE);
    }
    List<Finding> inside = findings(packed);
    assertThat(wrong(inside)).containsExactlyInAnyOrderElementsOf(wrong);
    Path archives = packed.resolve("blas_lib_gfx942.tar.zst/a/stage/.kpack");
    assertThat(inside).allMatch(finding -> finding.file().startsWith(archives));
    VerifyReport compared = report(List.of(Fixtures.path("libowner.so")), packed);
    assertThat(wrong(compared.findings()))
        .containsExactlyInAnyOrder(
            "#1 @ gfx942: =wrapper 2",
            "#2 @ gfx942: =wrapper 3",
            "#3 @ gfx942: =wrapper 4",
            "#1 @ gfx942: wrapper 2");
  }

  @Test
  @Tag("real")
  void aRealLibraryIsAllRight() throws IOException {
    assertThat(findings(ConvertedTree.convert(RealLibrary.path(), folder, "librocrand.so")))
        .isEmpty();
  }
}
