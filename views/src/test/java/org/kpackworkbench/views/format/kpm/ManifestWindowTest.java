package org.kpackworkbench.views.format.kpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Manifests in the real window, with everything on one thread. */
@ExtendWith(WindowRobot.class)
class ManifestWindowTest {
  @TempDir Path folder;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  private TableView<?> open(FxRobot robot, Path file) {
    window.open(robot, file);
    robot.interact(() -> assertThat(window.workbench.showView("archives")).isTrue());
    layout(robot);
    return robot.lookup("#archives").queryTableView();
  }

  private void layout(FxRobot robot) {
    robot.interact(
        () -> {
          window.stage.getScene().getRoot().applyCss();
          window.stage.getScene().getRoot().layout();
        });
  }

  private static List<String> column(TableView<?> table, String title) {
    var column =
        table.getColumns().stream()
            .filter(some -> title.equals(some.getText()))
            .findFirst()
            .orElseThrow();
    return java.util.stream.IntStream.range(0, table.getItems().size())
        .mapToObj(row -> String.valueOf(column.getCellData(row)))
        .toList();
  }

  private static Map<String, String> byTarget(TableView<?> table, String title) {
    Map<String, String> values = new HashMap<>();
    List<String> targets = column(table, "Target");
    for (int row = 0; row < targets.size(); row++) {
      values.put(targets.get(row), column(table, title).get(row));
    }
    return values;
  }

  @Test
  void rowsSayInWordsWhatIsOnTheDisk(FxRobot robot) throws IOException {
    TableView<?> table = open(robot, ManifestFiles.mixed(folder));
    Map<String, String> states = byTarget(table, "State");
    assertThat(states)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "gfx906", "as stated, checksum too",
                "gfx908", "size differs",
                "gfx90a:xnack+", "kernel count differs",
                "gfx942", "checksum differs",
                "gfx950", "missing",
                "gfx1100", "unreadable",
                "", "not named"));
    Map<String, String> remarks = byTarget(table, "Remarks");
    assertThat(remarks.get("gfx906")).isEmpty();
    assertThat(remarks.get("gfx908")).startsWith("size differs: ").endsWith("(-5)");
    assertThat(remarks.get("gfx90a:xnack+")).contains("5 in the manifest, 4 on disk");
    assertThat(remarks.get("")).contains("no manifest of the folder names it");
    assertThat(column(table, "File")).last().isEqualTo("rand_lib_gfx1030.kpack");
    assertThat(robot.lookup("#status-sums").queryAs(Label.class).getText())
        .isEqualTo("7 archives, 6 not as stated");
    assertThat(window.workbench.jobs().list())
        .extracting(Job::title)
        .containsExactly("Compare checksums of rand_lib.kpm", "Compare rand_lib.kpm with the disk");
    assertThat(window.workbench.jobs().list())
        .allSatisfy(job -> assertThat(job.state()).isEqualTo(Job.State.DONE));
    window.picture(robot, "manifest");
  }

  @Test
  void filterLeavesWhatIsAskedFor(FxRobot robot) throws IOException {
    TableView<?> table = open(robot, ManifestFiles.mixed(folder));
    robot.interact(table::requestFocus);
    robot.press(KeyCode.SHORTCUT, KeyCode.F).release(KeyCode.F, KeyCode.SHORTCUT);
    robot.write("state:missing").push(KeyCode.ENTER);
    assertThat(column(table, "Target")).containsExactly("gfx950");
    robot.push(KeyCode.ESCAPE);
  }

  @Test
  void doubleClickOpensTheArchive(FxRobot robot) throws IOException {
    TableView<?> table = open(robot, ManifestFiles.mixed(folder));
    javafx.scene.Node cell =
        robot.from(table).lookup(".table-cell").queryAll().stream()
            .filter(
                node ->
                    node instanceof javafx.scene.control.TableCell<?, ?> some
                        && "rand_lib_gfx906.kpack".equals(some.getText()))
            .findFirst()
            .orElseThrow();
    robot.doubleClickOn(cell);
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .hasFileName("rand_lib_gfx906.kpack");
  }

  @Test
  void archivesStandInTheWorkspaceTree(FxRobot robot) throws IOException {
    TableView<?> table = open(robot, ManifestFiles.mixed(folder));
    TreeView<?> tree = robot.lookup("#workspace-tree").queryAs(TreeView.class);
    robot.interact(() -> tree.getRoot().getChildren().getFirst().setExpanded(true));
    assertThat(tree.getRoot().getChildren().getFirst().getChildren()).hasSize(6);
    robot.interact(() -> tree.getSelectionModel().select(3));
    assertThat(window.workbench.navigator().current()).isInstanceOf(Place.ManifestRow.class);
    assertThat(table.getSelectionModel().getSelectedIndex()).isEqualTo(2);
  }
}
