package org.kpackworkbench.model.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.real.RealLibrary;

/**
 * What packagers do to a file does to its host-only form no more than to itself. How long the
 * chains of tools are is set by {@code kpack.survival.length}: each chain up to that length is
 * walked. Without it, all pairs for each sixth fixture, and single tools for the others.
 */
class SurvivalTest {
  private static final String LENGTH = "kpack.survival.length";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void point6ItSurvivesWhatPackagersDo(FatFixture fixture, TestReporter reporter) throws Exception {
    if (System.getProperty(LENGTH) != null) {
      assertThat(PackagerTools.installed()).containsExactly(PackagerTools.values());
    }
    assumeTrue(!PackagerTools.installed().isEmpty(), "none of the tools is installed");
    int length = Integer.getInteger(LENGTH, fixture.ordinal() % 6 == 0 ? 2 : 1);
    SurvivalWalk walk = new SurvivalWalk(folder, fixture.path(), fixture.registrations());
    walk.run(length);
    reporter.publishEntry(fixture.fileName(), walk.summary());
    assertThat(walk.broken()).isEmpty();
  }

  @Test
  @Tag("real")
  void points1To6HoldOfTheRealLibrary(TestReporter reporter) throws Exception {
    SurvivalWalk walk = new SurvivalWalk(folder, RealLibrary.path(), 1);
    walk.run(Integer.getInteger(LENGTH, 1));
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
