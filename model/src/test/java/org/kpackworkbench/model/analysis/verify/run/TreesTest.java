package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgBytes;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TensileLibraries;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TestTar;

/** Artifacts, shards and trees: good ones have no findings but notes, packed ones are unpacked. */
class TreesTest {
  @TempDir Path folder;

  private static List<Finding> broken(VerifyReport report) {
    return of(report).stream().filter(each -> each.severity() != Severity.NOTE).toList();
  }

  /** Without what is not found since binaries were compiled for different GPUs and settings. */
  private static List<Finding> of(VerifyReport report) {
    return report.findings().stream().filter(each -> !SplitShard.isOfBuild(each)).toList();
  }

  @Test
  void aSplitShardIsCleanAndEachArtifactOfIt() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    VerifyReport report = EveryRuleTest.verify(folder.resolve("shard"));
    assertThat(broken(report)).isEmpty();
    assertThat(of(report)).allMatch(finding -> finding.rule().startsWith("name-"));
    // 3 binaries, 5 archives and their manifest, and the manifests of 6 artifacts.
    assertThat(report.checked()).hasSize(15);
    assertThat(report.notChecked()).isEmpty();
    assertThat(of(EveryRuleTest.verify(shard.generic()))).isEmpty();
    assertThat(EveryRuleTest.verify(shard.artifact("gfx942")).findings()).isEmpty();
  }

  @Test
  void severalArchivesHaveCodeThatSearchPathsDoNotLeadTo() throws IOException {
    SplitShard shard =
        new SplitShard(folder.resolve("shard"), "math_lib", "a/stage")
            .binary("a/stage", "lib/libdrift.so", "libdrift.so", List.of("../.kpack/none.kpack"))
            .write();
    assertThat(EveryRuleTest.verify(shard.generic()).findings())
        .filteredOn(finding -> finding.rule().equals("search-path-leads"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains(".kpack have code of this"));
  }

  @Test
  void anOverlaidTreeWithSomeArchitecturesHasNotesOnly() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    VerifyReport report =
        EveryRuleTest.verify(shard.overlay(folder.resolve("tree"), "gfx942", "gfx1100"));
    assertThat(report.passed()).as(report.findings().toString()).isTrue();
    assertThat(report.findings())
        .extracting(Finding::rule)
        .contains("artifact-prebuilt", "archive-absent");
    VerifyReport host = EveryRuleTest.verify(shard.overlay(folder.resolve("host")));
    assertThat(host.passed()).as(host.findings().toString()).isTrue();
  }

  @Test
  void aFlattenedTreeHasNotesOnly() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    VerifyReport report =
        EveryRuleTest.verify(shard.flatten(folder.resolve("tree"), "gfx942", "gfx1100"));
    assertThat(report.passed()).as(report.findings().toString()).isTrue();
  }

  @Test
  void aPackedTreeIsClean() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in/lib"));
    Files.copy(Fixtures.path("libdrift.so"), in.resolve("libdrift.so"));
    Files.copy(Fixtures.path("libone.so"), in.resolve("libone.so"));
    Path out = folder.resolve("out");
    new Pack(PackRequest.of(in.getParent(), out, "math", "gfx9X")).run(Progress.NONE);
    VerifyReport report = EveryRuleTest.verify(out);
    assertThat(of(report)).isEmpty();
    assertThat(report.checked()).hasSize(3);
  }

  @Test
  void packedArtifactsOfAShardFindOneAnotherAndPlacesNameThePathInside() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path packed = Files.createDirectory(folder.resolve("packed"));
    Files.write(shard.archive("gfx942"), new byte[100]);
    for (String family : List.of("generic", "gfx942", "gfx1100", "gfx1030", "gfx90a")) {
      TarPack.write(
          shard.artifact(family),
          packed.resolve("math_lib_" + family + ".tar.zst"),
          TarOptions.DEFAULT,
          Progress.NONE);
    }
    VerifyReport report =
        Verify.run(List.of(packed), VerifyRequest.everything().withCoverage(), Progress.NONE);
    Path inside = packed.resolve("math_lib_gfx942.tar.zst/a/stage/.kpack/math_lib_gfx942.kpack");
    assertThat(report.unreadable()).isEmpty();
    assertThat(broken(report)).extracting(Finding::file).contains(inside);
    assertThat(broken(report))
        .allSatisfy(
            finding -> {
              assertThat(finding.file().startsWith(packed)).as(finding.toString()).isTrue();
              assertThat(finding.message() + finding.advice())
                  .doesNotContain(System.getProperty("java.io.tmpdir") + "/.");
            });
    assertThat(report.checked()).contains(inside);
    CoverageGrid grid = report.coverage().getFirst();
    assertThat(grid.root()).isEqualTo(packed);
    assertThat(grid.rows()).hasSize(8);
  }

  @Test
  void checksPackedArtifactsBelowTheTopOfAFolder() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Files.write(shard.archive("gfx942"), new byte[100]);
    Path below = Files.createDirectories(folder.resolve("top/one/below"));
    for (String family : List.of("generic", "gfx942")) {
      Path packed = below.resolve("math_lib_" + family + ".tar.zst");
      TarPack.write(shard.artifact(family), packed, TarOptions.DEFAULT, Progress.NONE);
    }
    VerifyReport report =
        Verify.run(List.of(folder.resolve("top")), VerifyRequest.everything(), Progress.NONE);
    Path inside = below.resolve("math_lib_gfx942.tar.zst/a/stage/.kpack/math_lib_gfx942.kpack");
    assertThat(report.unreadable()).isEmpty();
    assertThat(report.checked()).contains(inside);
    assertThat(broken(report)).extracting(Finding::file).contains(inside);
  }

  @Test
  void aPackedArtifactThatIsCutOffIsAFinding() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path packed = folder.resolve("math_lib_gfx942.tar.zst");
    TarPack.write(shard.artifact("gfx942"), packed, TarOptions.DEFAULT, Progress.NONE);
    assertThat(EveryRuleTest.verify(packed).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);
    byte[] bytes = Files.readAllBytes(packed);
    Files.write(packed, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(broken(EveryRuleTest.verify(packed)))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("file-reads");
              assertThat(finding.file()).isEqualTo(packed);
            });
  }

  @Test
  void aPackedArtifactThatCannotBeUnpackedIsAFinding() throws IOException {
    Path device =
        new TestTar()
            .entry("a/stage/null", TarConstants.LF_CHR, "")
            .write(folder.resolve("math_lib_gfx942.tar.xz"));
    Path outside = new TestTar().file("../x", "x").write(folder.resolve("math_lib_gfx90a.tar.xz"));
    Map.of(
            device,
            "It cannot be read as a packed artifact; make it again.",
            outside,
            "Do not unpack this file: it could write anywhere.")
        .forEach(
            (packed, advice) ->
                assertThat(broken(EveryRuleTest.verify(packed)))
                    .singleElement()
                    .returns("file-reads", Finding::rule)
                    .returns(Severity.ERROR, Finding::severity)
                    .returns(advice, Finding::advice));
  }

  @Test
  void aColonOfATargetsFeaturesIsANoteAndAnyOtherAWarning() throws IOException {
    Path shard = folder.resolve("shard");
    byte[] code = GoodFiles.code("kinds-gfx90a-xnack-on.hsaco");
    TestArchive archive = TestArchive.zstd(code);
    archive.groupName = "math_lib";
    archive.family = "gfx90a:xnack+";
    archive.architectures = List.of("gfx90a:xnack+");
    archive.toc(
        MsgBytes.map(
            "a/stage/x.so#0", MsgBytes.map("gfx90a:xnack+", TestArchive.entry(0, code.length))));
    Path artifact = Files.createDirectories(shard.resolve("math_lib_gfx90a:xnack+/a/stage/.kpack"));
    Files.writeString(artifact.resolve("../../../artifact_manifest.txt"), "a/stage\n");
    Files.write(artifact.resolve("math_lib_gfx90a:xnack+.kpack"), archive.bytes());
    assertThat(EveryRuleTest.verify(shard).findings())
        .filteredOn(finding -> finding.rule().startsWith("name-"))
        .hasSize(3)
        .allMatch(finding -> finding.severity() == Severity.NOTE);
    Files.move(
        artifact.resolve("math_lib_gfx90a:xnack+.kpack"), artifact.resolve("math:lib.kpack"));
    assertThat(broken(EveryRuleTest.verify(shard)))
        .filteredOn(finding -> finding.rule().startsWith("name-"))
        .extracting(Finding::rule)
        .containsExactly("name-windows", "name-path-list");
  }

  @Test
  void namesOfFoldersAndLinksCountToo() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/NUL"));
    Files.createSymbolicLink(tree.getParent().resolve("trailing."), Path.of("NUL"));
    Files.createDirectory(tree.getParent().resolve("ok"));
    Files.createSymbolicLink(tree.getParent().resolve("OK"), Path.of("ok"));
    assertThat(EveryRuleTest.verify(tree.getParent()).findings())
        .extracting(finding -> finding.rule() + " " + finding.place().label())
        .containsExactlyInAnyOrder(
            "name-windows NUL", "name-windows trailing.", "name-case ok", "name-case OK");
  }

  /** The other architecture's file is not there where only one is installed. */
  @Test
  void aLinkFromOneArchitectureToAnotherIsAWarning() throws IOException {
    Path library = Files.createDirectories(folder.resolve("tree/lib/rocblas/library"));
    Files.createDirectory(library.resolve("gfx942"));
    for (String[] link :
        new String[][] {
          {"gfx950", "gfx942"},
          {"Kernels_gfx908.co", "../library/Kernels_gfx90a.co"},
          {"Alias_gfx90a.co", "Kernels_gfx90a.co"},
          {"latest", "gfx942"}
        }) {
      Files.createSymbolicLink(library.resolve(link[0]), Path.of(link[1]));
    }
    for (Path verified : List.of(folder.resolve("tree"), library)) {
      assertThat(EveryRuleTest.verify(verified).findings())
          .allMatch(finding -> finding.severity() == Severity.WARNING)
          .extracting(finding -> finding.rule() + " " + finding.place().label())
          .containsExactlyInAnyOrder("database-link gfx950", "database-link Kernels_gfx908.co");
    }
    assertThat(EveryRuleTest.verify(library).findings())
        .extracting(Finding::message)
        .contains(
            "It is a symbolic link for gfx950 to gfx942, which is for gfx942: where only one of the"
                + " two is installed, it leads to nothing or is missing.");
  }

  @Test
  void anEmptyManifestAndOneThatListsAFileAreFindings() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path manifest = shard.generic().resolve("artifact_manifest.txt");
    for (String text : List.of("", "\n \n", "/abs/stage\n", "a/stage\na/stage/lib/libone.so\n")) {
      Files.writeString(manifest, text);
      assertThat(broken(EveryRuleTest.verify(folder.resolve("shard"))))
          .as(text)
          .filteredOn(finding -> finding.rule().equals("artifact-manifest"))
          .extracting(Finding::file)
          .containsExactly(manifest);
    }
  }

  @Test
  void aListedPrefixMayBeAbsent() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Files.writeString(
        shard.generic().resolve("artifact_manifest.txt"), "a/stage\n\nb/deep/stage\nc/stage\n");
    assertThat(broken(EveryRuleTest.verify(folder.resolve("shard")))).isEmpty();
  }

  @Test
  void aDatabaseThatWasNotSplitIsNotedAndFilesInTheirArtifactAreGood() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    String library = "a/stage/lib/rocblas/library/";
    Files.write(
        BrokenTrees.add(shard.generic(), library + "TensileLibrary_gfx90a.co"),
        Files.readAllBytes(Fixtures.path("kinds-gfx90a-xnack-on.hsaco")));
    Files.write(
        BrokenTrees.add(shard.generic(), library + "TensileLibrary.dat"),
        TensileLibraries.packed(
            TensileLibraries.library(List.of(), TensileLibraries.table(List.of()))));
    VerifyReport noted = EveryRuleTest.verify(folder.resolve("shard"));
    assertThat(broken(noted)).isEmpty();
    assertThat(noted.findings())
        .filteredOn(finding -> finding.rule().equals("generic-database"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.advice()).contains("--split-databases rocblas"));
    Path artifact = shard.artifact("gfx90a");
    Files.createDirectories(artifact.resolve(library));
    Files.move(
        shard.generic().resolve(library + "TensileLibrary_gfx90a.co"),
        artifact.resolve(library + "TensileLibrary_gfx90a.co"));
    assertThat(of(EveryRuleTest.verify(folder.resolve("shard"))))
        .allMatch(finding -> finding.rule().startsWith("name-"));
  }

  @Test
  void manySmallFilesGiveTheSameOnAnyNumberOfThreads() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    for (int i = 0; i < 200; i++) {
      Files.write(tree.resolve("x%03d.kpack".formatted(i)), new byte[i]);
      Files.writeString(tree.resolve("n%03d.txt".formatted(i)), "text");
    }
    VerifyRequest request = VerifyRequest.everything();
    VerifyReport one = Verify.run(List.of(tree), request.onThreads(1), Progress.NONE);
    VerifyReport four = Verify.run(List.of(tree), request.onThreads(4), Progress.NONE);
    assertThat(one.checked()).hasSize(200).isEqualTo(four.checked());
    assertThat(one.findings()).isNotEmpty().isEqualTo(four.findings());
  }

  /** A library opens them by its descriptors' paths; only loaders go by group and family. */
  @Test
  void archivesOfALibraryHaveAnyName() throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    Path stage = shard.artifact("gfx942").resolve("a/stage");
    for (String path :
        List.of("lib/engines/arch_content/gfx1100/any.kpack", "lib/other/free_keys.kpack")) {
      Path file = stage.resolve(path);
      Files.createDirectories(file.getParent());
      Files.copy(Fixtures.path("kernels_gfx1100.kpack"), file);
    }
    assertThat(archiveNames(shard)).isEmpty();
    Files.copy(Fixtures.path("kernels_gfx1100.kpack"), stage.resolve(".kpack/free_keys.kpack"));
    assertThat(archiveNames(shard)).hasSize(1);
  }

  private static List<Finding> archiveNames(SplitShard shard) throws IOException {
    return EveryRuleTest.verify(shard.artifact("gfx942")).findings().stream()
        .filter(finding -> finding.rule().equals("artifact-archive-name"))
        .toList();
  }
}
