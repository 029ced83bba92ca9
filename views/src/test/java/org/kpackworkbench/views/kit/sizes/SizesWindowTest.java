package org.kpackworkbench.views.kit.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.map.Treemap;
import org.kpackworkbench.views.kit.map.TreemapNode;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The treemap of sizes in the real window, with everything on one thread. */
class SizesWindowTest extends WindowTest {
  @TempDir static Path folder;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private Treemap treemap(FxRobot robot) {
    return robot.lookup("#sizes-treemap").queryAs(Treemap.class);
  }

  private static List<String> labels(TreemapNode node) {
    return node.children().stream().map(TreemapNode::label).toList();
  }

  private TreemapNode tree(FxRobot robot) {
    return Objects.requireNonNull(treemap(robot).rootProperty().get());
  }

  private String text(FxRobot robot, String query) {
    return robot.lookup(query).queryAs(Label.class).getText();
  }

  @Test
  void tilesAreGroupedEitherWayAndBothSizesAreThere(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "sizes");
    assertThat(labels(tree(robot)))
        .containsExactlyInAnyOrder("lib/librand0.so.1", "lib/librand1.so.1");
    long stored = tree(robot).size();
    assertThat(text(robot, "#status-sums")).startsWith("24 code objects").endsWith(" stored");
    robot.clickOn("#sizes-original");
    assertThat(tree(robot).size()).isGreaterThan(stored);
    assertThat(text(robot, "#status-sums")).endsWith(" original");
    robot.clickOn("#sizes-by-target");
    assertThat(labels(tree(robot)))
        .containsExactlyInAnyOrder("gfx906", "gfx90a:xnack+", "gfx90a:xnack-", "gfx1030");
    window.picture(robot, "archive-sizes");
  }

  @Test
  void aClickSelectsThePlaceAndItsRow(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "sizes");
    // The largest tile of the largest group is left and low enough in it to be hit.
    Treemap treemap = treemap(robot);
    robot.clickOn(robot.point(treemap).atPosition(javafx.geometry.Pos.TOP_LEFT).atOffset(40, 60));
    Place here = Objects.requireNonNull(window.workbench.navigator().current());
    assertThat(here).isInstanceOf(Place.CodeObject.class);
    Place.CodeObject code = (Place.CodeObject) here;
    assertThat(code.binary()).isEqualTo("lib/libtest.so");
    assertThat(code.target()).isEqualTo("gfx906");
    assertThat(text(robot, "#sizes-chosen")).isEqualTo("lib/libtest.so#0 @ gfx906: 219 B");
    robot.interact(() -> window.workbench.showView("contents"));
    TableView<?> table = robot.lookup("#archive-table").queryTableView();
    assertThat(table.getSelectionModel().getSelectedIndices()).hasSize(1);
    robot.interact(() -> window.workbench.showView("sizes"));
    assertThat(Objects.requireNonNull(treemap.selectionProperty().get()).label())
        .isEqualTo("gfx906");
  }

  @Test
  void aRowThatIsSelectedElsewhereIsMarked(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.golden(folder), "sizes");
    show(robot, ArchiveFiles.golden(folder), "contents");
    TableView<?> table = robot.lookup("#archive-table").queryTableView();
    robot.interact(() -> table.getSelectionModel().clearAndSelect(2));
    robot.interact(() -> window.workbench.showView("sizes"));
    assertThat(Objects.requireNonNull(treemap(robot).selectionProperty().get()).label())
        .isEqualTo("gfx900");
    assertThat(text(robot, "#sizes-chosen")).startsWith("bin/testapp#0 @ gfx900");
  }

  @Test
  void aGroupIsExtractedAsAWhole(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.small(folder), "sizes");
    robot.clickOn("#sizes-by-target");
    Treemap treemap = treemap(robot);
    robot.clickOn(robot.point(treemap).atPosition(javafx.geometry.Pos.TOP_LEFT).atOffset(20, 8));
    assertThat(text(robot, "#sizes-chosen")).contains(": 6 code objects, ");
    robot.press(KeyCode.SHORTCUT, KeyCode.E).release(KeyCode.E, KeyCode.SHORTCUT);
    Region dialog = Objects.requireNonNull(window.dialogs.shown.get("Extract Code Objects"));
    assertThat(((Label) dialog.lookup(".form-what")).getText())
        .isEqualTo("6 code objects of rand_lib_gfx9.kpack");
  }

  @Test
  void hundredThousandRowsAndNone(FxRobot robot) throws IOException {
    show(robot, ArchiveFiles.large(folder, 100_000), "sizes");
    assertThat(labels(tree(robot)))
        .hasSizeBetween(2, 400)
        .allMatch(label -> label.contains(" … "))
        .noneMatch(label -> label.contains("more"));
    assertThat(text(robot, "#status-sums")).startsWith("100 000 code objects");
    show(robot, ArchiveFiles.empty(folder), "sizes");
    assertThat(robot.lookup("It has no code objects, so there is nothing to compare.").tryQuery())
        .isPresent();
  }

  @Test
  void fatLibrariesAndBundlesHaveItToo(FxRobot robot) {
    show(robot, fixture("libmany.so"), "sizes");
    assertThat(labels(tree(robot))).contains("wrapper 0");
    assertThat(robot.lookup("#sizes-stored").query().getParent().getParent().isVisible()).isFalse();
    show(robot, fixture("bundle.co"), "sizes");
    assertThat(labels(tree(robot))).containsExactly("bundle 0");
  }
}
