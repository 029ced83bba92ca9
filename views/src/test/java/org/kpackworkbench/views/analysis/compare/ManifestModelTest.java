package org.kpackworkbench.views.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestComparison;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix;
import org.kpackworkbench.model.analysis.diff.manifest.ManifestMatrix.Header;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.edit.ManifestEdit;

class ManifestModelTest {
  @TempDir Path folder;

  private ManifestMatrix matrix(String... paths) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String path : paths) {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      String component = "lib" + files.size() / 2;
      ManifestRow row = new ManifestRow("gfx90a", "a.kpack", 10 + files.size(), 1, null);
      Files.write(file, ManifestWriter.write(Manifest.of(component, "p", List.of(row))));
      files.add(file);
    }
    try (ManifestComparison compared =
        (ManifestComparison) Compare.open(files, UnpackBudget.operation(), Progress.NONE)) {
      compared.compareContents(Progress.NONE, index -> {});
      return compared.matrix();
    }
  }

  @Test
  void headingsAreWhatIsNotTheSameInAllNames() throws IOException {
    assertThat(ManifestModel.headings(matrix("n-2026-11-09/x.kpm", "n-2026-11-10/x.kpm")))
        .containsExactly("09", "10");
    assertThat(ManifestModel.headings(matrix("n-10-31/x.kpm", "n-11-01/x.kpm", "n-11-02/x.kpm")))
        .containsExactly("10-31", "11-01", "11-02");
    assertThat(ManifestModel.headings(matrix("a/one.kpm", "a/two.kpm")))
        .containsExactly("one", "two");
    assertThat(ManifestModel.headings(matrix("a/x.kpm", "a-b/x.kpm")))
        .doesNotHaveDuplicates()
        .noneMatch(String::isEmpty);
  }

  @Test
  void headersSayWhereTheyChanged() throws IOException {
    ManifestMatrix matrix = matrix("1/x.kpm", "2/x.kpm", "3/x.kpm", "4/x.kpm");
    Header component = matrix.headers().getFirst();
    assertThat(ManifestModel.words(matrix, component)).isEqualTo("lib0 → lib1 (in 3)");
    assertThat(ManifestModel.words(matrix, matrix.headers().get(1))).isEqualTo("p");
  }

  @Test
  void oneOfTwoTakesWhatTheOtherSays() throws IOException {
    ManifestMatrix matrix = matrix("1/x.kpm", "2/x.kpm");
    ManifestMatrix.Row row = matrix.rows().getFirst();
    assertThat(ManifestModel.canTake(matrix, row, 0)).isTrue();
    assertThat(ManifestModel.canTake(matrix, null, 0)).isFalse();
    assertThat(ManifestModel.take(matrix, row, 1).make(Progress.NONE).orElseThrow())
        .isEqualTo(
            new ManifestEdit.SetRow(
                "gfx90a", new ManifestEdit.Row("gfx90a", "a.kpack", 10, 1, null)));
    assertThat(ManifestModel.canUpdate(matrix, row, 0)).as("archives are elsewhere").isFalse();
    Header component = new Header("component", Arrays.asList("a", "b"), Set.of());
    assertThat(ManifestModel.takeHeader(component, 1))
        .isEqualTo(new ManifestEdit.SetComponent("a"));
    Header prefix = new Header("prefix", Arrays.asList("p", null), Set.of());
    assertThat(ManifestModel.takeHeader(prefix, 0)).isEqualTo(new ManifestEdit.SetPrefix(null));
    Header dialect = new Header("dialect", Arrays.asList("x", "y"), Set.of());
    assertThat(ManifestModel.takeHeader(dialect, 0)).isNull();
  }
}
