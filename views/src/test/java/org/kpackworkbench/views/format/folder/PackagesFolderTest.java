package org.kpackworkbench.views.format.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.grid.CoverageScan;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.operation.wheel.WheelSplit;
import org.kpackworkbench.model.operation.wheel.WheelSplitRequest;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;

/** A host wheel beside its device wheels is analysed as what is installed of them. */
class PackagesFolderTest {
  @TempDir private Path folder;

  @BeforeEach
  void split() throws IOException {
    Path wheel = StandardWindow.fixture("many-1.0-py3-none-linux_x86_64.whl");
    new WheelSplit(WheelSplitRequest.of(wheel, folder)).run(Progress.NONE);
  }

  @Test
  void coverageIsOfWhatIsInstalledTogether() throws IOException {
    try (FolderFile packages = FolderFile.load(folder, StandardViews.rooms())) {
      CoverageGrid grid = packages.once(CoverageGrid.class, CoverageScan::of);
      assertThat(grid.rows()).isNotEmpty();
      assertThat(grid.columns()).isNotEmpty();
      assertThat(grid.problems()).isEmpty();
      String binary = grid.rows().getFirst().path();
      assertThat(packages.inTree(binary)).isInstanceOf(Place.Entry.class);
      assertThat(packages.tree().resolve(binary)).isRegularFile();
      assertThat(packages.survey().files())
          .as("the files are the packages")
          .allMatch(file -> file.path().endsWith(".whl"));
    }
  }

  @Test
  void overviewCountsTheCodeInPackages() throws IOException {
    try (FolderFile packages = FolderFile.load(folder, StandardViews.rooms())) {
      assertThat(packages.survey().targets())
          .extracting(each -> "%s %d".formatted(each.target(), each.codeObjects()))
          .containsExactly("gfx90a 2", "gfx942 1", "gfx1030 1", "gfx1100 1");
      assertThat(FolderOverview.of(packages, packages.survey()).sentences())
          .noneMatch(sentence -> sentence.contains("not counted"));
    }
  }

  @Test
  void overviewNamesPackagesThatItDoesNotCount() throws IOException {
    Files.copy(StandardWindow.fixture("kinds-gfx942.hsaco"), folder.resolve("libaxpy.so"));
    try (FolderFile packages = FolderFile.load(folder, StandardViews.rooms())) {
      assertThat(packages.survey().targets())
          .extracting(each -> "%s %d".formatted(each.target(), each.codeObjects()))
          .containsExactly("gfx942 1");
      assertThat(FolderOverview.of(packages, packages.survey()).sentences())
          .endsWith("Code inside 5 compressed files is not counted here: open one to see it.");
    }
  }

  @Test
  void filesAreAsTheyAreWhereOneIsDamaged() throws IOException {
    Files.writeString(folder.resolve("broken-1.0-py3-none-any.whl"), "PK\u0003\u0004");
    try (FolderFile packages = FolderFile.load(folder, StandardViews.rooms())) {
      assertThat(packages.survey().fileCount()).isGreaterThan(2);
    }
  }
}
