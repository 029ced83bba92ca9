package org.kpackworkbench.model.analysis.verify.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.report.ReportFormat;
import org.kpackworkbench.model.analysis.verify.report.ReportOptions;
import org.kpackworkbench.model.analysis.verify.report.Reports;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/** Faults made in a split tree, and the one sentence that each of them is. */
class CausesTest {
  private static final String KPACK = "math/a/stage/.kpack/";

  @TempDir Path folder;
  private Path shard;

  @BeforeEach
  void split() throws IOException {
    Path in = folder.resolve("in/blas_lib_gfx9X");
    fixture(in, "math/a/stage/lib/libdrift.so.1", "libdrift.so");
    fixture(in, "math/a/stage/lib/libmany.so", "libmany.so");
    fixture(in, "math/b/stage/lib/libcompressed.so", "libcompressed.so");
    Files.writeString(in.resolve("artifact_manifest.txt"), "math/a/stage\nmath/b/stage\n");
    shard = folder.resolve("shard");
    assertThat(
            new Split(SplitRequest.artifact(in, shard).with(SplitRequest.KPM_SHA256, true))
                .run(Progress.NONE)
                .failed())
        .isEmpty();
  }

  private static void fixture(Path in, String path, String fixture) throws IOException {
    Path file = in.resolve(path);
    Files.createDirectories(file.getParent());
    Files.copy(Fixtures.path(fixture), file);
  }

  private Path artifact(String target) {
    return shard.resolve("blas_lib_" + target);
  }

  private Path archive(String target) {
    return artifact(target).resolve(KPACK + "blas_lib_" + target + ".kpack");
  }

  private static void replace(Path file, String from, String to) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to), StandardCharsets.ISO_8859_1);
  }

  private static List<FindingGroup> causes(Path path) {
    VerifyReport report = Verify.run(List.of(path), VerifyRequest.everything(), Progress.NONE);
    List<FindingGroup> groups = FindingGrouping.CAUSE.of(report.findings());
    assertThat(groups.stream().flatMap(group -> group.findings().stream()))
        .as("each finding is in one group")
        .containsExactlyInAnyOrderElementsOf(report.findings());
    return groups;
  }

  /** Findings worse than a note, without those about what was not compiled. */
  private List<FindingGroup> bad() {
    return causes(shard).stream()
        .filter(group -> group.severity() != Severity.NOTE)
        .filter(group -> !SplitShard.isOfBuild(group.findings().getFirst()))
        .toList();
  }

  private FindingGroup only() {
    assertThat(bad()).hasSize(1);
    return bad().getFirst();
  }

  @Test
  void twoArchivesThatHaveExchangedTheirNamesAreOneCause() throws IOException {
    byte[] one = Files.readAllBytes(archive("gfx1030"));
    Files.copy(archive("gfx1100"), archive("gfx1030"), StandardCopyOption.REPLACE_EXISTING);
    Files.write(archive("gfx1100"), one);
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("blas_lib_gfx1030.kpack and blas_lib_gfx1100.kpack have exchanged their names");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("manifest-size", "manifest-checksum", "artifact-architecture")
        .contains("artifact-archive-name");
    assertThat(cause.advice()).contains("Give each archive the other's name");
    assertThat(cause.counts()).isEqualTo("12 errors");
    // Also where no manifest says so.
    Files.delete(artifact("generic").resolve(KPACK + "blas_lib.kpm"));
    assertThat(only().title()).endsWith("have exchanged their names");
  }

  /** In a tree that is no artifact nothing but the archives themselves can say it. */
  @Test
  void exchangedArchivesAreFoundByTheirContentsInAnyFolder(@TempDir Path tree) throws IOException {
    Path kpack = Files.createDirectories(tree.resolve(".kpack"));
    Files.copy(archive("gfx1030"), kpack.resolve("blas_lib_gfx1100.kpack"));
    Files.copy(archive("gfx1100"), kpack.resolve("blas_lib_gfx1030.kpack"));
    List<FindingGroup> causes = causes(tree);
    assertThat(causes).hasSize(1);
    assertThat(causes.getFirst().severity()).isEqualTo(Severity.ERROR);
    assertThat(causes.getFirst().title())
        .isEqualTo("blas_lib_gfx1030.kpack and blas_lib_gfx1100.kpack have exchanged their names");
    assertThat(causes.getFirst().findings().getFirst().message())
        .isEqualTo("It is named after gfx1030, but has code for gfx1100 only.");

    Files.delete(kpack.resolve("blas_lib_gfx1030.kpack"));
    Files.move(kpack.resolve("blas_lib_gfx1100.kpack"), kpack.resolve("any_name.kpack"));
    assertThat(causes(tree)).as("a name that says no target").isEmpty();
  }

  @Test
  void aMissingArchiveIsBehindEachBinaryThatLacksIt() throws IOException {
    Files.delete(archive("gfx1030"));
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("blas_lib_gfx1030.kpack is missing; 2 binaries lack code for gfx1030");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("manifest-archive-missing", "archive-absent", "archives-complete");
    assertThat(cause.severity()).isEqualTo(Severity.ERROR);
  }

  @Test
  void aRenamedArchiveBesideAMissingOneIsACauseOfItsOwn() throws IOException {
    Files.delete(archive("gfx1030"));
    Path other = archive("gfx942").resolveSibling("other.kpack");
    Files.move(archive("gfx942"), other);
    assertThat(bad())
        .extracting(FindingGroup::title)
        .containsExactly(
            "blas_lib_gfx942.kpack was renamed to other.kpack; 3 binaries lack code for gfx942",
            "blas_lib_gfx1030.kpack is missing; 1 binary lacks code for gfx1030");
    assertThat(bad().getFirst().findings())
        .extracting(Finding::rule)
        .contains("manifest-archive-missing", "artifact-archive-name")
        .contains("search-path-leads", "archive-absent", "archives-complete")
        .contains("manifest-unnamed");
    assertThat(bad().getFirst().advice()).contains("Give the archive its name again");
    assertThat(bad().getLast().findings())
        .as("nothing of binaries that lack the other archive only")
        .allMatch(finding -> finding.evidence().targets().contains("gfx1030"));
  }

  /** A hole that an archive leaves, and archives that are missing beside it and elsewhere. */
  @Test
  void aHoleBelongsToAMissingArchiveOnlyWhereThatStandsBesideTheOther() {
    Finding hole = hole("/tree/.kpack/a_gfx942.kpack", "gfx942");
    Finding elsewhere = missing("/other/.kpack/a_gfx1030.kpack");
    assertThat(FindingGrouping.CAUSE.of(List.of(hole, elsewhere)))
        .allMatch(FindingGroup::isSingle)
        .hasSize(2);
    assertThat(
            FindingGrouping.CAUSE.of(
                List.of(hole, elsewhere, missing("/tree/.kpack/a_gfx1030.kpack"))))
        .filteredOn(group -> !group.isSingle())
        .singleElement()
        .extracting(FindingGroup::title)
        .isEqualTo("a_gfx1030.kpack is missing; 1 binary lacks code for gfx1030");
  }

  /** The paths of the loader decide, not the name of the archive that has nothing. */
  @Test
  void aHoleBelongsToAMissingArchiveOfAnyNameThatALoaderLooksAt() {
    Finding hole = hole("/tree/.kpack/a_gfx942.kpack", "gfx942");
    Finding gone = missing("/tree/.kpack/a_all.kpack");
    assertThat(FindingGrouping.CAUSE.of(List.of(hole, gone))).allMatch(FindingGroup::isSingle);
    Evidence looked =
        hole.evidence()
            .lookedAt(List.of("/tree/.kpack/a_@GFXARCH@.kpack", "/tree/.kpack/a_all.kpack"));
    assertThat(FindingGrouping.CAUSE.of(List.of(with(hole, looked), gone)))
        .singleElement()
        .extracting(FindingGroup::title)
        .isEqualTo("a_all.kpack is missing; 1 binary lacks code for gfx1030");
  }

  /** Two components in one tree, of which one has a manifest. */
  @Test
  void aBinaryThatLooksElsewhereLacksNoCodeOfAMissingArchive() {
    Finding gone = missing("/tree/.kpack/a_gfx1030.kpack");
    Finding own = absent("/tree/liba.so", "/tree/.kpack/a_@GFXARCH@.kpack");
    Finding other = absent("/tree/libb.so", "/tree/.kpack/b_@GFXARCH@.kpack");
    assertThat(FindingGrouping.CAUSE.of(List.of(gone, own, other)))
        .extracting(FindingGroup::title)
        .containsExactly("a_gfx1030.kpack is missing; 1 binary lacks code for gfx1030", "Absent.");
  }

  private static Finding absent(String binary, String looked) {
    return new Finding(
        Severity.NOTE,
        "archive-absent",
        new Place.File(Path.of(binary)),
        -1,
        "Absent.",
        "",
        Evidence.NONE.forTargets(List.of("gfx1030")).lookedAt(List.of(looked)));
  }

  private static Finding with(Finding finding, Evidence evidence) {
    return new Finding(
        finding.severity(),
        finding.rule(),
        finding.place(),
        finding.fileOffset(),
        finding.message(),
        finding.advice(),
        evidence);
  }

  /** A short list of targets is no damage, and one command corrects it. */
  @Test
  void codeThatAnArchiveDoesNotListIsNoDamage(@TempDir Path tree) throws IOException {
    Path out = tree.resolve("out");
    new Pack(
            new PackRequest(
                FatFixture.MANY.path(),
                out,
                "g",
                "all",
                List.of("gfx906", "gfx942"),
                ArchiveOptions.DEFAULT,
                false))
        .run(Progress.NONE);
    assertThat(causes(out))
        .filteredOn(group -> group.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            cause -> {
              assertThat(cause.title())
                  .isEqualTo("g-all.kpack has code for targets that its gfx_arches does not list");
              assertThat(cause.advice())
                  .contains("set targets=gfx942,")
                  .contains("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-");
            });
  }

  /** One binary may look for archives of several packages. */
  @Test
  void aHoleForAnotherTargetElsewhereIsNotOfTheMissingArchive() {
    Finding beside = hole("/tree/.kpack/a_gfx942.kpack", "gfx942");
    Finding other = hole("/tree/.kpack/b_gfx90a.kpack", "gfx90a");
    Finding gone = missing("/tree/.kpack/a_gfx1030.kpack");
    for (List<Finding> order :
        List.of(List.of(beside, other, gone), List.of(other, beside, gone))) {
      assertThat(FindingGrouping.CAUSE.of(order))
          .extracting(FindingGroup::findings)
          .as("in whatever order they are found")
          .satisfiesExactlyInAnyOrder(
              cause -> assertThat(cause).containsExactlyInAnyOrder(beside, gone),
              alone -> assertThat(alone).containsExactly(other));
    }
  }

  /** Archives whose rows do not say what was compiled, of units that lack targets. */
  @Test
  void whereRowsDoNotSayWhatWasCompiledHolesOfOtherTargetsAreNotOfTheMissingArchive(
      @TempDir Path tree) throws IOException {
    Path in = tree.resolve("in/blas_lib_gfx9X");
    fixture(in, "math/a/stage/lib/libdrift.so.1", "libdrift.so");
    Files.writeString(in.resolve("artifact_manifest.txt"), "math/a/stage\n");
    shard = tree.resolve("shard");
    new Split(SplitRequest.artifact(in, shard)).run(Progress.NONE);
    try (Stream<Path> files = Files.walk(shard)) {
      for (Path file :
          files
              .filter(each -> each.toString().endsWith(".kpack") && Files.isRegularFile(each))
              .toList()) {
        replace(file, "bundle_ids", "bundle_idz");
      }
    }
    List<Finding> before = holes(causes(shard));
    assertThat(before)
        .as("units without targets that others have")
        .extracting(finding -> finding.evidence().expected())
        .anyMatch(expected -> expected.startsWith("code for gfx942, as for "));
    Files.delete(archive("gfx1030"));
    FindingGroup cause =
        causes(shard).stream()
            .filter(group -> group.title().startsWith("blas_lib_gfx1030.kpack is missing"))
            .findFirst()
            .orElseThrow();
    assertThat(holes(List.of(cause))).allMatch(finding -> finding.evidence().expected().isEmpty());
    assertThat(holes(causes(shard)))
        .filteredOn(finding -> !finding.evidence().expected().isEmpty())
        .isNotEmpty();
  }

  private static List<Finding> holes(List<FindingGroup> groups) {
    return groups.stream()
        .flatMap(group -> group.findings().stream())
        .filter(finding -> finding.rule().equals("archives-complete"))
        .toList();
  }

  @Test
  void aHoleOfAWrapperThatHasOtherCodeIsNotOfAMissingArchive() {
    Finding hole = hole("/tree/.kpack/a_gfx942.kpack", "gfx942");
    Finding known =
        new Finding(
            hole.severity(),
            hole.rule(),
            hole.place(),
            -1,
            "A hole of a wrapper that has code.",
            "",
            Evidence.of("code for gfx942, as for gfx90a", "")
                .about(Path.of("/tree/.kpack/a_gfx942.kpack"))
                .forTargets(List.of("gfx942"))
                .lookedAt(hole.evidence().looked()));
    Finding gone = missing("/tree/.kpack/a_gfx1030.kpack");
    assertThat(FindingGrouping.CAUSE.of(List.of(known, gone))).allMatch(FindingGroup::isSingle);
  }

  private static Finding hole(String archive, String target) {
    return new Finding(
        Severity.WARNING,
        "archives-complete",
        new Place.Wrapper(new Place.File(Path.of("/tree/lib.so")), 1, ByteRange.between(0, 1)),
        -1,
        "A hole.",
        "",
        Evidence.NONE
            .about(Path.of(archive))
            .forTargets(List.of(target))
            .lookedAt(List.of(archive.replace(target, "@GFXARCH@"))));
  }

  private static Finding missing(String archive) {
    Path path = Path.of(archive);
    return new Finding(
        Severity.ERROR,
        "manifest-archive-missing",
        new Place.File(path.resolveSibling("a.kpm")),
        -1,
        "Missing.",
        "",
        Evidence.NONE.about(path).forTargets(List.of("gfx1030")));
  }

  @Test
  void aRenamedKeyNamesTheOneThatHasItsCode() throws IOException {
    replace(archive("gfx942"), "lib/libdrift.so.1", "lib/libdraft.so.1");
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo(
            "In blas_lib_gfx942.kpack, a key was renamed from"
                + " \"math/a/stage/lib/libdrift.so.1\" to \"math/a/stage/lib/libdraft.so.1\"");
    Finding first =
        cause.findings().stream()
            .filter(finding -> finding.rule().equals("archives-complete"))
            .findFirst()
            .orElseThrow();
    assertThat(first.file()).as("where the key is").isEqualTo(archive("gfx942"));
    assertThat(first.place()).isInstanceOf(Place.CodeObject.class);
    assertThat(first.fileOffset()).isPositive();
    assertThat(first.evidence().found()).isEqualTo("math/a/stage/lib/libdraft.so.1");
  }

  /** There is no archive for the processor alone, which could have the code otherwise. */
  @Test
  void aRenamedKeyOfCodeForOneSettingOfAFeature(@TempDir Path tree) throws IOException {
    Path stage = Path.of("math/a/stage");
    Path lib = Files.createDirectories(tree.resolve("lib"));
    Path kpack = Files.createDirectories(tree.resolve(".kpack"));
    Files.copy(
        artifact("generic").resolve(stage).resolve("lib/libmany.so"), lib.resolve("libmany.so"));
    for (String target : List.of("gfx1030", "gfx1100", "gfx90a:xnack+", "gfx90a:xnack-")) {
      Path archive = archive(target);
      Files.copy(archive, kpack.resolve(archive.getFileName()));
    }
    replace(
        kpack.resolve("blas_lib_gfx90a:xnack+.kpack"),
        "math/a/stage/lib/libmany.so",
        "math/a/stage/lib/libmony.so");
    assertThat(causes(tree))
        .extracting(FindingGroup::title)
        .contains(
            "In blas_lib_gfx90a:xnack+.kpack, a key was renamed from"
                + " \"math/a/stage/lib/libmany.so\" to \"math/a/stage/lib/libmony.so\"");
  }

  @Test
  void damageIsBehindTheChecksumOfTheManifest() throws IOException {
    byte[] bytes = Files.readAllBytes(archive("gfx942"));
    bytes[bytes.length / 3] ^= 0x55;
    Files.write(archive("gfx942"), bytes);
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("blas_lib_gfx942.kpack was damaged after its manifest was written");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("manifest-checksum")
        .anyMatch(rule -> rule.startsWith("frame-"));
  }

  @ParameterizedTest
  @ValueSource(ints = {70, 10_000})
  void anArchiveThatWasCutOffIsBehindWhatItsBinariesMiss(int lostBytes) throws IOException {
    truncate(archive("gfx942"), Files.size(archive("gfx942")) - lostBytes);
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("blas_lib_gfx942.kpack was damaged after its manifest was written");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("manifest-archive-unreadable", "archives-complete")
        .anyMatch(rule -> rule.startsWith("archive-table"));
    assertThat(cause.findings())
        .extracting(Finding::message)
        .allMatch(message -> message.endsWith(".") && !message.endsWith(".."));
  }

  @Test
  void damagedCodeDoesNotExplainWhatAnArchiveNeverHad() {
    Path archive = Path.of("a_gfx942.kpack");
    Finding damage = finding("frame-checksum", archive, Evidence.NONE);
    Finding hole = finding("archives-complete", Path.of("liba.so"), Evidence.NONE.about(archive));
    assertThat(FindingGrouping.CAUSE.of(List.of(damage, hole))).hasSize(2);
    Finding table = finding("archive-table", archive, Evidence.NONE);
    assertThat(FindingGrouping.CAUSE.of(List.of(table, hole)))
        .extracting(FindingGroup::title)
        .containsExactly("a_gfx942.kpack is damaged");
  }

  /** Bytes that are as they were written are not damaged. */
  @Test
  void namesCodeUnderAnotherTarget() {
    Path archive = Path.of("a_gfx942.kpack");
    Finding hole = finding("archives-complete", Path.of("liba.so"), Evidence.NONE.about(archive));
    Finding metadata = finding("archive-metadata-target", archive, Evidence.NONE);
    Finding code = finding("code-object-target", archive, Evidence.NONE);
    List<FindingGroup> groups = FindingGrouping.CAUSE.of(List.of(hole, metadata, code));
    assertThat(groups)
        .singleElement()
        .extracting(FindingGroup::title, FindingGroup::advice)
        .containsExactly(
            "a_gfx942.kpack files code under targets that it is not for",
            "Loaders go by the target that code is filed under: pack the binary again.");
  }

  private static Finding finding(String rule, Path file, Evidence evidence) {
    return new Finding(
        Severity.ERROR, rule, new Place.File(file), -1, rule + " is broken.", "", evidence);
  }

  @Test
  void aBinaryThatWasCutOffIsOneCause() throws IOException {
    Path binary = artifact("generic").resolve("math/a/stage/lib/libmany.so");
    truncate(binary, Files.size(binary) / 2);
    FindingGroup cause = only();
    assertThat(cause.title()).isEqualTo("libmany.so is shorter than its headers say");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("elf-reads", "layout-segment-in-file");
  }

  private static void truncate(Path file, long sizeBytes) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), (int) sizeBytes));
  }

  @Test
  void notesOfOneRuleAreAGroupWhereTheySayTheSameOrAreMany() {
    assertThat(titles("is fat", "is fat")).containsExactly("is fat, 2 times");
    assertThat(titles("is fat", "is stripped")).containsExactly("is fat.", "is stripped.");
    assertThat(titles("is fat", "is stripped", "is old"))
        .containsExactly("3 notes of the rule device-code-state, the first: is fat");
  }

  private static List<String> titles(String... notes) {
    List<Finding> findings =
        Stream.of(notes)
            .map(
                note ->
                    new Finding(
                        Severity.NOTE,
                        "device-code-state",
                        new Place.File(Path.of(note)),
                        -1,
                        note + ".",
                        ""))
            .toList();
    return FindingGrouping.CAUSE.of(findings).stream().map(FindingGroup::title).toList();
  }

  @Test
  void aMarkerThatLeadsNowhereIsOneCause() throws IOException {
    Path binary = artifact("generic").resolve("math/b/stage/lib/libcompressed.so");
    replace(binary, "/.kpack/", "/.kpakc/");
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("The marker of libcompressed.so leads to no existing archive");
    assertThat(cause.findings())
        .hasSizeGreaterThan(1)
        .allMatch(finding -> finding.file().equals(binary));
  }

  @Test
  void anotherArchiveUnderTheNameIsBehindWhatBinariesDoNotFind() throws IOException {
    Path others = Path.of("../app/sample/.kpack").toAbsolutePath().normalize();
    Files.copy(
        others.resolve("kpackfix_gfx942.kpack"),
        archive("gfx942"),
        StandardCopyOption.REPLACE_EXISTING);
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo(
            "blas_lib_gfx942.kpack is another archive: its table says kpackfix_gfx942.kpack");
    assertThat(cause.findings())
        .extracting(Finding::rule)
        .contains("manifest-size", "artifact-archive-name", "archives-complete");
  }

  @Test
  void anOutdatedManifestIsOneCauseForEachArchive() throws IOException {
    Path manifest = artifact("generic").resolve(KPACK + "blas_lib.kpm");
    // The same code for a build with one binary less.
    Path in = folder.resolve("less/blas_lib_gfx9X");
    fixture(in, "math/a/stage/lib/libdrift.so.1", "libdrift.so");
    Files.writeString(in.resolve("artifact_manifest.txt"), "math/a/stage\n");
    Path less = folder.resolve("lessshard");
    new Split(SplitRequest.artifact(in, less)).run(Progress.NONE);
    Files.copy(
        manifest,
        less.resolve("blas_lib_generic").resolve(KPACK + "blas_lib.kpm"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(causes(less))
        .filteredOn(group -> group.severity() == Severity.ERROR)
        .extracting(FindingGroup::title)
        .contains("blas_lib_gfx942.kpack is not the archive that its manifest describes")
        .allMatch(title -> title.endsWith("is not the archive that its manifest describes"));
  }

  @Test
  void aTreeThatWasCopiedWithoutItsHiddenFolderIsOneCause() throws IOException {
    Path tree = folder.resolve("tree");
    new Overlay(OverlayRequest.of(List.of(artifact("generic"), artifact("gfx942")), tree))
        .run(Progress.NONE);
    Path hidden = tree.resolve(KPACK);
    try (var files = Files.list(hidden)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(hidden);
    assertThat(causes(tree))
        .anySatisfy(
            cause -> {
              assertThat(cause.title())
                  .isEqualTo(
                      "The hidden folder .kpack is missing: 3 binaries look for archives in it");
              assertThat(cause.findings()).hasSize(3);
              assertThat(cause.advice()).contains("without hidden files");
            });
  }

  private void loseHidden(String target) throws IOException {
    for (String prefix : List.of("math/a/stage", "math/b/stage")) {
      Path hidden = artifact(target).resolve(prefix).resolve(".kpack");
      if (Files.isDirectory(hidden)) {
        try (Stream<Path> files = Files.list(hidden)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(hidden);
      }
    }
  }

  @Test
  void anArtifactThatWasCopiedWithoutItsHiddenFolderIsOneCause() throws IOException {
    loseHidden("gfx1030");
    FindingGroup cause = only();
    assertThat(cause.severity()).isEqualTo(Severity.ERROR);
    assertThat(cause.title())
        .isEqualTo(
            "The artifact for gfx1030 is here without its hidden folder .kpack: 2 binaries lack"
                + " code for it");
    assertThat(cause.advice()).contains("without hidden files", "Copy its folder .kpack");
    assertThat(cause.findings())
        .filteredOn(finding -> finding.rule().equals("archive-absent"))
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message())
                    .endsWith(
                        "the artifact blas_lib_gfx1030 is here without its hidden folder"
                            + " .kpack."));
  }

  @Test
  void whereEachArtifactHasLostItsHiddenFolderThatIsTheCauseAndNotWhereNoneIsHere()
      throws IOException {
    List<Path> artifacts;
    try (Stream<Path> all = Files.list(shard)) {
      artifacts = all.filter(each -> !each.toString().endsWith("_generic")).toList();
    }
    for (Path artifact : artifacts) {
      loseHidden(artifact.getFileName().toString().substring("blas_lib_".length()));
    }
    FindingGroup cause = only();
    assertThat(cause.title())
        .isEqualTo("The hidden folder .kpack is missing: 3 binaries look for archives in it");
    // With no artifact of an architecture, archives may be anywhere.
    for (Path artifact : artifacts) {
      try (Stream<Path> files = Files.walk(artifact)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    assertThat(causes(shard))
        .allMatch(group -> group.severity() == Severity.NOTE)
        .noneMatch(group -> group.title().contains("hidden"));
  }

  /** A tree with a fault of each kind, in each document that people read. */
  @ParameterizedTest
  @EnumSource(names = {"TEXT", "HTML", "MARKDOWN", "SARIF"})
  void eachDocumentHasTheCausesOfABrokenTreeInTheOrderOfTheWindow(ReportFormat format)
      throws IOException {
    Files.move(archive("gfx942"), archive("gfx942").resolveSibling("other.kpack"));
    Files.delete(archive("gfx1100"));
    byte[] bytes = Files.readAllBytes(archive("gfx90a"));
    bytes[bytes.length / 3] ^= 0x55;
    Files.write(archive("gfx90a"), bytes);
    loseHidden("gfx1030");
    VerifyReport report = Verify.run(List.of(shard), VerifyRequest.everything(), Progress.NONE);
    List<String> titles =
        FindingGrouping.CAUSE.of(report.findings()).stream()
            .filter(group -> !group.isSingle() || group.severity() == Severity.WARNING)
            .map(FindingGroup::title)
            .toList();
    assertThat(titles)
        .anyMatch(title -> title.startsWith("blas_lib_gfx942.kpack was renamed to other.kpack"))
        .anyMatch(title -> title.startsWith("blas_lib_gfx1100.kpack is missing"))
        .anyMatch(title -> title.startsWith("blas_lib_gfx90a.kpack was damaged"))
        .anyMatch(title -> title.contains("gfx1030 is here without its hidden"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Reports.write(
        report,
        format,
        new ReportOptions("1", folder, String::valueOf),
        out,
        StandardCharsets.UTF_8);
    // Markdown has a backslash before some characters.
    String text = out.toString(StandardCharsets.UTF_8).replace("\\", "");
    assertThat(text).containsSubsequence(titles);
  }

  @Test
  void aCleanTreeHasNotesAtMostAndThoseAboutWindowsAreOne() {
    List<FindingGroup> groups = causes(shard);
    assertThat(bad()).isEmpty();
    assertThat(groups)
        .filteredOn(group -> group.findings().getFirst().rule().equals("name-windows"))
        .singleElement()
        .satisfies(
            group ->
                assertThat(group.title())
                    .isEqualTo(group.findings().size() + " names cannot exist on Windows"));
  }

  private static Finding made(Severity severity, String rule, String file, String message) {
    return new Finding(severity, rule, new Place.File(Path.of(file)), -1, message, "Do it.");
  }

  @Test
  void theWorstComesFirstAndWhatIsAlikeStaysInItsOrder() {
    List<Finding> findings =
        List.of(
            made(Severity.NOTE, "n", "/a", "1."),
            made(Severity.WARNING, "w", "/a", "2."),
            made(Severity.ERROR, "e", "/b", "3."),
            made(Severity.ERROR, "f", "/a", "4."));
    assertThat(FindingGrouping.CAUSE.of(findings))
        .extracting(FindingGroup::title)
        .containsExactly("3.", "4.", "2.", "1.");
    assertThat(FindingGrouping.FILE.of(findings))
        .extracting(group -> group.title() + " " + group.counts())
        .containsExactly("/a 1 error, 1 warning, 1 note", "/b 1 error");
    assertThat(FindingGrouping.RULE.of(findings))
        .extracting(FindingGroup::title)
        .containsExactly("e", "f", "w", "n");
  }

  @Test
  void manyThatSayTheSameAreOne() {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      findings.add(made(Severity.ERROR, "code-object-elf", "/x.kpack", "Row " + i + "."));
      findings.add(made(Severity.WARNING, "frame-size", "/" + i, "Too large."));
    }
    assertThat(FindingGrouping.CAUSE.of(findings))
        .extracting(FindingGroup::title)
        .containsExactly("x.kpack: 5 errors of the rule code-object-elf", "Too large, in 5 files");
  }

  @Test
  void severalOfDifferentSeverityAreCountedAsFindings() {
    List<Finding> findings =
        List.of(
            made(Severity.ERROR, "archives-complete", "/x.so", "1."),
            made(Severity.WARNING, "archives-complete", "/x.so", "2."),
            made(Severity.NOTE, "archives-complete", "/x.so", "3."));
    assertThat(FindingGrouping.CAUSE.of(findings))
        .extracting(FindingGroup::title)
        .containsExactly("x.so: 3 findings of the rule archives-complete");
  }

  @Test
  void valuesThatAreTheSameByChanceAreNoExchange() {
    Evidence evidence = Evidence.of("1 kernel", "2 kernels");
    Evidence back = Evidence.of("2 kernels", "1 kernel");
    Place one = new Place.ManifestRow(new Place.File(Path.of("/m.kpm")), "gfx90a");
    Finding first =
        new Finding(
            Severity.ERROR,
            "manifest-kernel-count",
            one,
            1,
            "a.",
            "",
            evidence.about(Path.of("/a")));
    Finding second =
        new Finding(
            Severity.ERROR, "manifest-kernel-count", one, 1, "b.", "", back.about(Path.of("/b")));
    assertThat(FindingGrouping.CAUSE.of(List.of(first, second)))
        .allMatch(FindingGroup::isSingle)
        .hasSize(2);
  }

  @Test
  void aHundredThousandFindingsAreGroupedAtOnce() {
    List<Finding> findings =
        IntStream.range(0, 100_000)
            .mapToObj(
                i -> made(Severity.values()[i % 3], "rule-" + i % 50, "/f" + i % 999, "m" + i))
            .toList();
    for (FindingGrouping grouping : FindingGrouping.values()) {
      assertThat(grouping.of(findings).stream().mapToInt(group -> group.findings().size()).sum())
          .isEqualTo(findings.size());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "HTML", "MARKDOWN", "SARIF", "JSON"})
  void aCauseOfOneFindingIsSaidToo(ReportFormat format, @TempDir Path tree) throws IOException {
    Path binary = Files.createDirectories(tree.resolve("lib")).resolve("libdrift.so.1");
    Files.copy(shard.resolve("blas_lib_generic/math/a/stage/lib/libdrift.so.1"), binary);
    VerifyReport report = Verify.run(List.of(tree), VerifyRequest.everything(), Progress.NONE);
    FindingGroup cause =
        FindingGrouping.CAUSE.of(report.findings()).stream()
            .filter(group -> group.severity() != Severity.NOTE)
            .findFirst()
            .orElseThrow();
    String title = "The hidden folder .kpack is missing: 1 binary looks for archives in it";
    assertThat(cause.title()).isEqualTo(title);
    assertThat(cause.findings()).extracting(Finding::rule).containsExactly("archives-found");
    assertThat(cause.isSingle()).isFalse();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Reports.write(
        report, format, new ReportOptions("1", tree, String::valueOf), out, StandardCharsets.UTF_8);
    assertThat(out.toString(StandardCharsets.UTF_8).replace("\\", ""))
        .contains(title, "archives-found");
  }
}
