package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * What packagers do to a file does to its host-only form no more than to itself. The quick form
 * walks all pairs of tools for one fixture, and single tools for each sixth; the long form walks
 * for all of them each chain of up to four, or up to {@code kpack.survival.length}.
 */
class SurvivalTest {
  private static final int LONG = Integer.getInteger("kpack.survival.length", 4);

  @TempDir Path folder;

  static Stream<FatFixture> some() {
    return Stream.of(FatFixture.values()).filter(fixture -> fixture.ordinal() % 6 == 0);
  }

  @ParameterizedTest
  @MethodSource("some")
  void point6ItSurvivesWhatPackagersDo(FatFixture fixture, TestReporter reporter) throws Exception {
    assumeTrue(!PackagerTools.installed().isEmpty(), "none of the tools is installed");
    walk(fixture, 1, reporter);
  }

  @Test
  void point6ItSurvivesEachPairOfTools(TestReporter reporter) throws Exception {
    assumeTrue(!PackagerTools.installed().isEmpty(), "none of the tools is installed");
    walk(FatFixture.MANY, 2, reporter);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void point6ItSurvivesEveryChain(FatFixture fixture, TestReporter reporter) throws Exception {
    assertThat(PackagerTools.installed()).containsExactly(PackagerTools.values());
    walk(fixture, LONG, reporter);
  }

  private void walk(FatFixture fixture, int length, TestReporter reporter) throws Exception {
    SurvivalWalk walk = new SurvivalWalk(folder, fixture.path(), fixture.registrations());
    walk.run(length);
    reporter.publishEntry(fixture.fileName(), walk.summary());
    assertThat(walk.broken()).isEmpty();
  }

  @Test
  @Tag("real")
  void points1To6HoldOfTheRealLibrary(TestReporter reporter) throws Exception {
    walkRealLibrary(1, reporter);
  }

  @Test
  @Tag("long")
  @Tag("real")
  void point6TheRealLibrarySurvivesEveryChain(TestReporter reporter) throws Exception {
    walkRealLibrary(LONG, reporter);
  }

  private void walkRealLibrary(int length, TestReporter reporter) throws Exception {
    SurvivalWalk walk = new SurvivalWalk(folder, RealLibrary.path(), 1);
    walk.run(length);
    reporter.publishEntry("librocrand", walk.summary());
    assertThat(walk.broken()).isEmpty();
  }

  @Test
  void point4ElflintSaysNothingNew() throws Exception {
    assumeTrue(PackagerTools.isInstalled("eu-elflint"), "eu-elflint is not installed");
    for (FatFixture fixture : FatFixture.values()) {
      Path converted = folder.resolve(fixture.fileName());
      Converted.convert(fixture.path(), converted);
      TreeSet<String> said = PackagerTools.lint(converted);
      said.removeAll(PackagerTools.lint(fixture.path()));
      assertThat(said).as(fixture.fileName()).isEmpty();
    }
  }
}
