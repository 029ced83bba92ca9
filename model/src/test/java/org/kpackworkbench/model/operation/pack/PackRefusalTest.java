package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/** Trees that no loader could use are not made. */
class PackRefusalTest {
  @TempDir private Path folder;

  private PackRequest labelled(String... labels) {
    return new PackRequest(
        FatFixture.MANY.path(),
        folder.resolve("out"),
        "g",
        "all",
        List.of(labels),
        ArchiveOptions.DEFAULT,
        false);
  }

  private void refuses(PackRequest request, Obstacle obstacle) {
    assertThatThrownBy(() -> new Pack(request).run(Progress.NONE))
        .isInstanceOfSatisfying(
            OperationException.class, refused -> assertThat(refused.reason()).isEqualTo(obstacle));
    assertThatThrownBy(() -> new Pack(request).plan(Progress.NONE))
        .isInstanceOf(OperationException.class);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void refusesLabelsThatReachNoCode() throws IOException {
    refuses(labelled("gfx1010"), Obstacle.NOTHING_KEPT);
    // Loaders compare the text with that of the rows.
    refuses(labelled("gfx90a"), Obstacle.NOTHING_KEPT);
    assertThat(new Pack(labelled("gfx1010", "gfx942")).run(Progress.NONE).findings())
        .anyMatch(each -> each.rule().equals("label-without-code"));
  }

  @Test
  void namesBinariesOfWhichLabelsReachNoCode() throws IOException {
    Path tree = Files.createDirectory(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Files.copy(FatFixture.DRIFT.path(), tree.resolve("libdrift.so"));
    PackRequest request =
        new PackRequest(
            tree,
            folder.resolve("out"),
            "g",
            "all",
            List.of("gfx90a:xnack+"),
            ArchiveOptions.DEFAULT,
            false);
    assertThat(new Pack(request).run(Progress.NONE).findings())
        .filteredOn(each -> each.rule().equals("nothing-kept"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.file()).hasToString(tree.resolve("libdrift.so").toString());
              assertThat(each.message()).contains("no code for the targets that gfx_arches lists");
            });
  }

  @Test
  void refusesTreeOfOverlay() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Path stage = Files.createDirectories(tree.resolve("math-libs/stage/lib")).getParent();
    Files.copy(FatFixture.MANY.path(), stage.resolve("lib/libmany.so"));
    Path output = folder.resolve("out");
    Path mark = Files.createFile(stage.resolveSibling("stage.prebuilt"));
    refuses(PackRequest.of(tree, output, "g", "all"), Obstacle.PREBUILT);
    // The prefix alone is the same tree.
    refuses(PackRequest.of(stage, output, "g", "all"), Obstacle.PREBUILT);
    Files.writeString(mark, "a file of another kind");
    new Pack(PackRequest.of(tree, output, "g", "all")).run(Progress.NONE);
    assertThat(output).isDirectory();
  }
}
