package org.kpackworkbench.model.operation.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.text.WindowsName;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;

/** One binary made host-only, its archives first. */
class ConvertTest {
  private static final String PER_TARGET = "../.kpack/group_@GFXARCH@.kpack";

  @TempDir Path folder;

  private ConvertRequest request(Path input, String... searchPaths) throws IOException {
    return ConvertRequest.keeping(
        input,
        folder.resolve("lib/out.so"),
        "lib/out.so",
        List.of(searchPaths),
        folder.resolve(".kpack"));
  }

  private static ConvertReport run(ConvertRequest request) throws IOException {
    return new Convert(request).run(Progress.NONE);
  }

  private static Marker marker(Path binary) throws IOException {
    try (OpenFile file = OpenFile.open(binary)) {
      FatBinary fat = FatBinary.read(ElfFile.read(file.view()));
      assertThat(fat.state()).isEqualTo(DeviceCode.HOST_ONLY);
      return java.util.Objects.requireNonNull(fat.marker());
    }
  }

  @ParameterizedTest
  @EnumSource
  void point11EveryCodeObjectIsInAnArchiveUnderWhatItsWrapperPointsTo(FatFixture fixture)
      throws IOException {
    ConvertReport report = run(request(fixture.path(), PER_TARGET));
    assertThat(report.binary().outcome()).isEqualTo(HostOnlyOutcome.CONVERTED);
    int found =
        Expected.inArchives(fixture.path(), "lib/out.so", Expected.paths(report.archives()));
    assertThat(found)
        .isEqualTo(fixture.targets().stream().mapToInt(List::size).sum())
        .isEqualTo(report.archives().stream().mapToInt(PlannedArchive::kernels).sum());
    assertThat(report.archives())
        .allSatisfy(
            archive -> {
              assertThat(archive.targets()).hasSize(1);
              assertThat(archive.path())
                  .isEqualTo(
                      folder.resolve(".kpack/group_" + archive.targets().getFirst() + ".kpack"))
                  .hasSize(archive.sizeBytes());
              assertThat(archive.family()).isEqualTo(archive.targets().getFirst());
            });
    Marker marker = marker(folder.resolve("lib/out.so"));
    assertThat(marker.kernelName()).isEqualTo("lib/out.so");
    assertThat(Expected.names(folder.resolve("lib"))).containsExactly("out.so");
  }

  @Test
  void wrappersThatShareABundleNameOneOrdinal() throws IOException {
    ConvertReport report = run(request(FatFixture.SAME_BUNDLE.path(), PER_TARGET));
    for (Path path : Expected.paths(report.archives())) {
      try (KpackArchive archive = KpackArchive.open(path)) {
        String target = archive.architectures().getFirst();
        int first = archive.find("lib/out.so", 0, target).orElse(-1);
        int second = archive.find("lib/out.so", 1, target).orElse(-1);
        assertThat(first).isNotNegative().isNotEqualTo(second);
        assertThat(archive.ordinal(first)).isEqualTo(archive.ordinal(second));
        assertThat(archive.blobCount()).hasValue(1);
      }
    }
    assertThat(report.archives()).allSatisfy(archive -> assertThat(archive.kernels()).isEqualTo(2));
  }

  @ParameterizedTest
  @CsvSource({
    "../.kpack/group_@GFXARCH@.kpack, group_gfx942.kpack",
    "../.kpack/@GFXARCH@/group.kpack, gfx942/group.kpack",
    "../.kpack/deep/@GFXARCH@.kpack, deep/gfx942.kpack",
    "../.kpack/all.kpack, all.kpack",
    "../lib/../.kpack/all.kpack, all.kpack",
    "/elsewhere/@GFXARCH@_x.kpack, gfx942_x.kpack",
  })
  void archivesAreNamedSoThatTheMarkerLeadsToThem(String searchPath, String expected)
      throws IOException {
    ConvertReport report = run(request(FatFixture.DRIFT.path(), searchPath));
    assertThat(Expected.paths(report.archives()))
        .contains(folder.resolve(".kpack").resolve(expected));
    boolean leads = !searchPath.startsWith("/");
    assertThat(report.findings()).hasSize(leads ? 0 : 1);
    if (leads) {
      Path found =
          folder.resolve("lib").resolve(searchPath.replace("@GFXARCH@", "gfx942")).toRealPath();
      try (KpackArchive archive = KpackArchive.open(found)) {
        assertThat(archive.find("lib/out.so", 4, "gfx942")).isPresent();
      }
    }
    assertThat(
            Expected.inArchives(
                FatFixture.DRIFT.path(), "lib/out.so", Expected.paths(report.archives())))
        .isEqualTo(11);
  }

  @Test
  void theFirstSearchPathThatLeadsToTheFolderDecides() throws IOException {
    ConvertReport report =
        run(request(FatFixture.ONE.path(), "manifest.kpm", "x/y.kpack", "../.kpack/z.kpack"));
    assertThat(Expected.paths(report.archives())).containsExactly(folder.resolve(".kpack/z.kpack"));
    assertThat(marker(folder.resolve("lib/out.so")).searchPaths())
        .containsExactly("manifest.kpm", "x/y.kpack", "../.kpack/z.kpack");
  }

  @Test
  void point11WithoutAFolderForArchivesItIsRefusedUnlessToldToDiscard() throws IOException {
    Path input = FatFixture.ONE.path();
    Path output = folder.resolve("out.so");
    ConvertRequest discarding =
        ConvertRequest.discarding(input, output, "out.so", List.of("a.kpack"));
    ConvertRequest neither =
        new ConvertRequest(
            input,
            output,
            "out.so",
            List.of("a.kpack"),
            null,
            false,
            null,
            null,
            ArchiveOptions.DEFAULT,
            false);
    OperationException refused = catchThrowableOfType(OperationException.class, () -> run(neither));
    assertThat(refused.reason()).isEqualTo(OperationException.Obstacle.NO_ARCHIVES);
    assertThat(Expected.names(folder)).isEmpty();
    ConvertReport report = run(discarding);
    assertThat(report.archives()).isEmpty();
    assertThat(Expected.names(folder)).containsExactly("out.so");
    assertThatThrownBy(
            () ->
                new ConvertRequest(
                    input,
                    output,
                    "out.so",
                    List.of("a"),
                    folder,
                    true,
                    null,
                    null,
                    ArchiveOptions.DEFAULT,
                    false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"libplain.so", "libhostonly.so"})
  void point8WhatNeedsNoConversionIsCopiedAndGetsNoArchive(String fixture) throws IOException {
    ConvertReport report = run(request(Fixtures.path(fixture), PER_TARGET));
    assertThat(report.binary().outcome()).isNotEqualTo(HostOnlyOutcome.CONVERTED);
    assertThat(report.archives()).isEmpty();
    assertThat(Files.mismatch(Fixtures.path(fixture), folder.resolve("lib/out.so"))).isEqualTo(-1);
    assertThat(folder.resolve(".kpack")).doesNotExist();
  }

  @Test
  void point8ARefusalIsByNameAndNothingIsWritten() throws IOException {
    ConvertRequest request = request(Fixtures.path("libcomm.so"), PER_TARGET);
    HostOnlyRefusedException refused =
        catchThrowableOfType(HostOnlyRefusedException.class, () -> run(request));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.NO_WRAPPERS);
    assertThat(Expected.names(folder)).isEmpty();
  }

  @Test
  void aFilterKeepsWhatMatchesAndSaysWhatItDrops() throws IOException {
    ConvertRequest request = request(FatFixture.MANY.path(), PER_TARGET);
    ArchiveOptions options =
        ArchiveOptions.DEFAULT.with(
            ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx90a", "gfx1200", "gfx942")));
    ConvertReport report = run(request.with(options));
    assertThat(report.archives())
        .flatExtracting(PlannedArchive::targets)
        .containsExactly("gfx90a:xnack+", "gfx90a:xnack-", "gfx942");
    assertThat(report.dropped())
        .extracting(dropped -> dropped.target().toString())
        .containsExactly("gfx1030", "gfx1100");
    assertThat(report.findings())
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("gfx1200"));
    ConvertRequest nothing =
        request(FatFixture.MANY.path(), PER_TARGET)
            .replacing(true)
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx803"))));
    OperationException refused = catchThrowableOfType(OperationException.class, () -> run(nothing));
    assertThat(refused.reason()).isEqualTo(OperationException.Obstacle.NOTHING_KEPT);
    assertThat(refused).hasMessageContainingAll("gfx803", "gfx90a:xnack+");
  }

  private static List<Path> colons(ConvertReport report) {
    return report.findings().stream()
        .filter(finding -> finding.rule().equals("colon-in-file-name"))
        .peek(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.message())
                  .isEqualTo(
                      "the name has a colon, which Windows does not allow and ROCM_KPACK_PATH takes"
                          + " for a separator");
            })
        .map(OperationNote::file)
        .toList();
  }

  @Test
  void aColonInAnArchivesNameIsNotedAndNoOtherName() throws IOException {
    Path archives = folder.resolve(".kpack");
    assertThat(colons(run(request(FatFixture.MANY.path(), PER_TARGET))))
        .containsExactly(
            archives.resolve("group_gfx90a:xnack+.kpack"),
            archives.resolve("group_gfx90a:xnack-.kpack"));
    // One archive for all has no target in its name.
    ConvertRequest together = request(FatFixture.MANY.path(), "../.kpack/group.kpack");
    assertThat(colons(run(together.replacing(true)))).isEmpty();
    ConvertRequest named = request(FatFixture.MANY.path(), "../.kpack/a:b.kpack");
    assertThat(colons(run(named.replacing(true)))).containsExactly(archives.resolve("a:b.kpack"));
  }

  @Test
  void windowsRefusesNamesThatTheNoteIsAbout() {
    for (String target : List.of("gfx90a:xnack+", "gfx942:sramecc+:xnack-")) {
      assertThat(WindowsName.refusal("group_%s.kpack".formatted(target)))
          .as(target)
          .isEqualTo("its name has one of < > : \" | ? * \\ or a control character");
    }
    assertThat(WindowsName.refusal("group_gfx90a.kpack")).isEmpty();
  }

  @Test
  void aColonSplitsTheVariableThatLeadsLoadersToArchives() {
    String path = "/opt/.kpack/group_gfx90a:xnack+.kpack";
    assertThat(
            LoaderEnvironment.of(Map.of(LoaderEnvironment.PATH, path))
                .overridePaths(PathRules.LINUX))
        .containsExactly("/opt/.kpack/group_gfx90a", "xnack+.kpack");
    assertThat(
            LoaderEnvironment.of(Map.of(LoaderEnvironment.PATH, "/opt/.kpack/group_gfx90a.kpack"))
                .overridePaths(PathRules.LINUX))
        .containsExactly("/opt/.kpack/group_gfx90a.kpack");
  }

  @Test
  void schemeLevelAndKeyFormAreAsAsked() throws IOException {
    ConvertRequest request =
        request(FatFixture.DRIFT.path(), "../.kpack/all.kpack")
            .with(
                ArchiveOptions.DEFAULT
                    .with(ArchiveOptions.COMPRESSION, StorageScheme.NONE)
                    .with(ArchiveOptions.KEYS, KeyForm.PLAIN))
            .named("group", "family");
    PlannedArchive written = run(request).archives().getFirst();
    try (KpackArchive archive = KpackArchive.open(written.path())) {
      assertThat(archive.scheme()).isEqualTo(StorageScheme.NONE);
      assertThat(archive.groupName()).isEqualTo("group");
      assertThat(archive.family()).isEqualTo("family");
      assertThat(archive.entries().getFirst().key())
          .isEqualTo(new BinaryKey("lib/out.so", 0, false));
      assertThat(archive.binaries()).contains("lib/out.so");
      assertThat(archive.find("lib/out.so", 3, "gfx1030")).isPresent();
    }
    assertThat(KeyForm.PLAIN.key("a#1", 0).indexed()).isTrue();
  }

  /** The hash is all that tells that a bundle's compressed bytes are damaged. */
  @Test
  void aCompressedBundleWithAnotherHashIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(FatFixture.COMPRESSED.path());
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    // Behind magic, version, method and the two sizes of version 2.
    bytes[text.indexOf("CCOB") + 16] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.so"), bytes);
    assertThatThrownBy(() -> run(request(damaged, PER_TARGET)))
        .isInstanceOf(HostOnlyRefusedException.class)
        .hasMessageContaining("hash");
    assertThat(folder.resolve("lib/out.so")).doesNotExist();
  }

  @Test
  void aDryRunSaysTheSameAndWritesNothing() throws IOException {
    ConvertRequest request = request(FatFixture.COMPRESSED.path(), PER_TARGET);
    ConvertPlan plan = new Convert(request).plan(Progress.NONE);
    assertThat(Expected.names(folder)).isEmpty();
    ConvertReport report = run(request);
    assertThat(plan.binary().outputSizeBytes()).isEqualTo(report.binary().outputSizeBytes());
    assertThat(plan.binary().pagesRemoved()).isEqualTo(report.binary().pagesRemoved());
    assertThat(plan.archives())
        .isEqualTo(
            report.archives().stream()
                .map(done -> done.written(new WrittenArchive(0, -1, 0, -1, 0, 0, false)))
                .toList());
  }

  @Test
  void nothingIsReplacedUnlessAskedAndThenInPlaceToo() throws IOException {
    ConvertRequest request = request(FatFixture.ONE.path(), PER_TARGET);
    Path archive =
        Files.writeString(
            Files.createDirectories(folder.resolve(".kpack")).resolve("group_gfx1100.kpack"),
            "old");
    assertThatThrownBy(() -> run(request)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(archive).hasContent("old");
    assertThat(folder.resolve("lib/out.so")).doesNotExist();
    Path inPlace =
        Files.copy(
            FatFixture.ONE.path(), Files.createDirectories(folder.resolve("lib")).resolve("in.so"));
    ConvertRequest same =
        ConvertRequest.keeping(
                inPlace, inPlace, "lib/in.so", List.of(PER_TARGET), folder.resolve(".kpack"))
            .replacing(true);
    run(same);
    assertThat(Expected.inArchives(FatFixture.ONE.path(), "lib/in.so", List.of(archive)))
        .isEqualTo(1);
    assertThat(marker(inPlace).kernelName()).isEqualTo("lib/in.so");
    assertThat(Expected.names(folder.resolve(".kpack"))).containsExactly("group_gfx1100.kpack");
    assertThat(Expected.names(folder.resolve("lib"))).containsExactly("in.so");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void point11CancelledOrFailedAtAnyStepEverythingIsAsItWas(boolean cancels) throws IOException {
    Path output = Files.createDirectories(folder.resolve("lib")).resolve("out.so");
    Files.writeString(output, "old binary");
    Path old =
        Files.writeString(
            Files.createDirectories(folder.resolve(".kpack")).resolve("group_gfx942.kpack"), "old");
    ConvertRequest request = request(FatFixture.MIXED.path(), PER_TARGET).replacing(true);
    var before = Expected.tree(folder);
    int step = 1;
    while (true) {
      Expected.Trap trap = new Expected.Trap(step, cancels);
      try {
        new Convert(request).run(trap);
        break;
      } catch (RuntimeException injected) {
        assertThat(trap.sprung()).isTrue();
        assertThat(Expected.tree(folder)).as("after step %d", step).isEqualTo(before);
      }
      step += step < 60 ? 1 : 7;
    }
    assertThat(step).isGreaterThan(30);
    assertThat(old).isNotEmptyFile();
    assertThat(Expected.tree(folder)).isNotEqualTo(before);
    assertThat(Expected.names(folder.resolve("lib"))).containsExactly("out.so");
  }

  @Test
  void theSameInputGivesTheSameBytesWhateverTheThreads() throws IOException {
    for (int threads : new int[] {1, 2, 7}) {
      Path root = Files.createDirectories(folder.resolve("t" + threads + "/lib"));
      run(
          ConvertRequest.keeping(
                  FatFixture.MIXED.path(),
                  root.resolve("out.so"),
                  "lib/out.so",
                  List.of(PER_TARGET),
                  folder.resolve("t" + threads + "/.kpack"))
              .with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, threads)));
    }
    assertThat(Expected.tree(folder.resolve("t2"))).isEqualTo(Expected.tree(folder.resolve("t1")));
    assertThat(Expected.tree(folder.resolve("t7"))).isEqualTo(Expected.tree(folder.resolve("t1")));
  }
}
