package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;

/** Each rule finds the file that was broken for it, and nothing in good files. */
class EveryRuleTest {
  private static final Set<String> NOTES =
      Set.of(
          "archive-absent",
          "archive-unreferenced",
          "artifact-prebuilt",
          "bundle-unpointed",
          "frame-no-checksum",
          "generic-code-object",
          "layout-symbol-section",
          "manifest-unnamed",
          "name-length",
          "tensile-file-unused",
          "tensile-kernel-unused");

  @TempDir Path folder;

  private static Map<String, Breaks> broken() {
    Map<String, Breaks> all = new HashMap<>(BrokenArchives.all());
    all.putAll(BrokenBinaries.all());
    all.putAll(BrokenOthers.all());
    all.putAll(BrokenTrees.all());
    return all;
  }

  static Stream<String> rules() {
    return StandardRules.all().stream().map(Rule::name);
  }

  static VerifyReport verify(Path... paths) {
    return Verify.run(List.of(paths), everything().onThreads(2), Progress.NONE);
  }

  /** Also of a format that has no rules of its own, since each that comes along has some. */
  private static VerifyRequest everything() {
    return VerifyRequest.everything().knowing(StandardFormats.all().with(new PlainFormat()));
  }

  @Test
  void eachRuleHasANameOfItsOwnAndAFileThatBreaksIt() {
    assertThat(rules()).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z]+(-[a-z]+)+"));
    assertThat(new TreeSet<>(broken().keySet())).isEqualTo(new TreeSet<>(rules().toList()));
    assertThat(StandardRules.all())
        .allSatisfy(rule -> assertThat(rule.sentence()).endsWith(".").hasSizeLessThan(100));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theBrokenFileIsFound(String rule) throws IOException {
    Path file = broken().get(rule).in(folder);
    Path tree = folder.resolve(BrokenTrees.TREE);
    Path verified = Files.isDirectory(tree) ? tree : file;
    List<Finding> found =
        verify(verified).findings().stream().filter(each -> each.rule().equals(rule)).toList();
    assertThat(found).as(rule).isNotEmpty();
    Finding first = found.getFirst();
    assertThat(first.file()).isEqualTo(file);
    assertThat(first.message()).endsWith(".").doesNotContain("null");
    assertThat(first.advice()).isNotEmpty();
    assertThat(first.severity() == Severity.NOTE).isEqualTo(NOTES.contains(rule));
    // By itself it finds the same.
    VerifyRequest only = everything().only(Set.of(rule));
    assertThat(Verify.run(List.of(verified), only, Progress.NONE).findings()).isEqualTo(found);
  }

  @Test
  void goodFilesHaveNoFindings() throws IOException {
    List<Path> good = new ArrayList<>();
    good.add(GoodFiles.manifest(Files.createDirectory(folder.resolve("archives"))));
    good.add(folder.resolve("archives/test.kpack"));
    good.add(Files.write(folder.resolve("plain.kpack"), GoodFiles.plainArchive().bytes()));
    good.add(Files.write(folder.resolve("free.kpack"), GoodFiles.freeKeys().bytes()));
    good.add(GoodFiles.withArchive(Files.createDirectory(folder.resolve("converted"))));
    for (String name : List.of("bundle.co", "compressed.co", "axpy-gfx1100.hsaco", "libplain.so")) {
      good.add(Fixtures.path(name));
    }
    VerifyReport report = verify(good.toArray(Path[]::new));
    assertThat(report.findings()).isEmpty();
    assertThat(report.passed()).isTrue();
    assertThat(report.checked()).isEqualTo(good);
  }

  /** Programs of both linkers, at any address and at a fixed one. */
  @ParameterizedTest
  @ValueSource(strings = {"exe-pie-lld", "exe-pie-gnu", "exe-fixed-lld", "exe-fixed-gnu"})
  void convertedProgramStartsOnOldKernels(String program) throws IOException {
    VerifyRequest only = everything().only(Set.of("program-old-kernels"));
    Path converted = GoodFiles.converted(folder, program);
    assertThat(Verify.run(List.of(converted), only, Progress.NONE).findings()).isEmpty();
  }

  @Test
  void schemeThatLoadersDoNotKnowIsError() throws IOException {
    for (String name : List.of("NoOp", "ZstdPerKernel", "")) {
      Path file =
          BrokenArchives.made(archive -> archive.scheme = name.isEmpty() ? null : name).in(folder);
      VerifyReport report = verify(file);
      assertThat(report.passed()).isFalse();
      assertThat(report.findings())
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.rule()).isEqualTo("archive-scheme");
                assertThat(one.severity()).isEqualTo(Severity.ERROR);
                assertThat(one.message()).contains("it is read as zstd-per-kernel");
                assertThat(one.advice())
                    .contains("kpack-workbench edit " + file + " --compression zstd");
              });
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void noFixtureFailsThatShouldNot(Path fixture) {
    VerifyReport report = verify(fixture);
    VerifyReport.Outcome expected =
        switch (fixture.getFileName().toString()) {
          // They are made to state other targets than they are filed under.
          case "mismatch.co", "old-ids.co" -> VerifyReport.Outcome.FAILED;
          // Runtimes refuse it.
          case "axpy-gfx1100-stripped.hsaco" -> VerifyReport.Outcome.FAILED;
          case "libi386.so", "libpowerpc64.so" -> VerifyReport.Outcome.NOTHING_CHECKED;
          default -> VerifyReport.Outcome.PASSED;
        };
    assertThat(report.outcome()).as(report.findings().toString()).isEqualTo(expected);
    // It lacks its archives, which is a warning.
    boolean warned = fixture.endsWith("libhostonly.so");
    assertThat(report.count(Severity.WARNING) > 0).isEqualTo(warned);
  }

  static Stream<Path> fixtures() {
    return Stream.of(".so", ".co", ".hsaco", ".a", ".o", ".dll", ".obj", "-lld", "-gnu", "-pie")
        .flatMap(ending -> Fixtures.ending(ending).stream());
  }
}
