package org.kpackworkbench.views.toy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.diff.Row;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.analysis.compare.Comparing;
import org.kpackworkbench.views.analysis.findings.FindingsList;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.LoadedRow;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.search.KernelFinder;
import org.kpackworkbench.views.window.shell.WorkspaceRows;
import org.kpackworkbench.views.window.standard.StandardViews;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A format with a room in the list of rooms, and nowhere else, in the real window. */
@ExtendWith(WindowRobot.class)
class ToyWindowTest {
  @TempDir Path temp;
  private Path chest;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window =
        new StandardWindow(
            primary,
            StandardViews.parts(Journals.none(), StandardViews.rooms().with(ToyRoom.room())),
            Background.sameThread());
  }

  @BeforeEach
  void make() throws IOException {
    Path lib = Files.createDirectories(temp.toRealPath().resolve("tree/lib"));
    chest = Files.write(lib.resolve("a.toy"), ToyChest.usual("hello"));
  }

  private OpenedFile active() {
    return Objects.requireNonNull(Objects.requireNonNull(window.workbench.files().active()).file());
  }

  private static List<String> texts(FxRobot robot, String css) {
    return robot.lookup(css).queryAllAs(Label.class).stream().map(Label::getText).toList();
  }

  private static List<String> below(TreeItem<?> item) {
    return item.getChildren().stream().map(WorkspaceRows::text).toList();
  }

  private static TreeItem<?> row(FxRobot robot, TreeItem<?> above, String text) {
    robot.interact(() -> above.setExpanded(true));
    TreeItem<?> found =
        above.getChildren().stream()
            .filter(item -> WorkspaceRows.text(item).startsWith(text))
            .findFirst()
            .orElseThrow(() -> new AssertionError(text + " in " + below(above)));
    robot.interact(() -> found.setExpanded(true));
    return found;
  }

  private static TreeItem<?> root(FxRobot robot) {
    return robot.lookup("#workspace-tree").queryAs(TreeView.class).getRoot();
  }

  @Test
  void itOpensWithItsIconAndAnOverview(FxRobot robot) throws IOException {
    window.open(robot, chest);
    assertThat(active().icon()).isEqualTo(KpackIcon.NOTE);
    assertThat(active().kindWords()).isEqualTo("toy chest");
    assertThat(texts(robot, ".overview-sentence"))
        .containsExactly("a.toy is a toy chest.", "It has 1 code object, 1 text.");
    assertThat(
            robot.lookup(".view-tabs").queryAs(TabPane.class).getTabs().stream().map(Tab::getText))
        .startsWith("Overview", "Layout", "Parts", "Sizes", "Kernels", "Code object");
    window.picture(robot, "toy-overview");
  }

  @Test
  void itsPartsAreATable(FxRobot robot) throws IOException {
    window.open(robot, chest);
    robot.interact(() -> assertThat(window.workbench.showView("parts")).isTrue());
    TableView<?> table = robot.lookup("#parts").queryAs(TableView.class);
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < table.getItems().size(); row++) {
      int number = row;
      rows.add(
          table.getColumns().stream()
              .map(column -> String.valueOf(column.getCellData(number)))
              .toList()
              .toString());
    }
    assertThat(rows).hasSize(2);
    assertThat(rows.getFirst()).contains("axpy", "code object", "gfx1100");
    assertThat(rows.getLast()).contains("notes", "text");
    robot.interact(() -> table.getSelectionModel().clearAndSelect(1));
    assertThat(window.workbench.navigator().current()).isInstanceOf(Place.Part.class);
    window.picture(robot, "toy-parts");
  }

  @Test
  void itsKernelsAreFoundAndShown(FxRobot robot) throws IOException {
    window.open(robot, chest);
    Place kernel = new KernelFinder().find(active(), "axpy", 9, Progress.NONE).getFirst().place();
    robot.interact(() -> window.workbench.navigator().go(kernel));
    assertThat(robot.lookup("#kernel-name").queryAs(TextField.class).getText()).contains("axpy");
  }

  @Test
  void itsPartsAreRowsOfTheTree(FxRobot robot) {
    window.open(robot, chest);
    TreeItem<?> file = row(robot, root(robot), "a.toy");
    assertThat(below(file)).hasSize(2);
    assertThat(below(file).getFirst()).startsWith("axpy | ");
    assertThat(below(file).getLast()).isEqualTo("notes | 5 B");
  }

  @Test
  void aFolderListsIt(FxRobot robot) throws IOException {
    window.open(robot, chest.getParent().getParent());
    TreeItem<?> tree = row(robot, root(robot), "tree");
    assertThat(below(row(robot, tree, "lib"))).containsExactly("a.toy | toy chest");
    robot.interact(() -> assertThat(window.workbench.showView("files")).isTrue());
    TableView<?> table = robot.lookup("#files").queryAs(TableView.class);
    assertThat(table.getColumns().stream().map(column -> String.valueOf(column.getCellData(0))))
        .contains("toy chest");
    window.picture(robot, "toy-folder");
  }

  @Test
  void itIsVerifiedInTheWindow(FxRobot robot) throws Exception {
    byte[] bytes = Files.readAllBytes(chest);
    Files.write(chest, Arrays.copyOf(bytes, bytes.length - 2));
    window.open(robot, chest);
    robot.interact(() -> assertThat(window.workbench.actions().run(ActionId.VERIFY)).isTrue());
    assertThat(Await.ended(window.workbench.jobs(), "Verify").failureProperty().get()).isNull();
    assertThat(new FindingsList(window, robot).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo("contents-read"));
  }

  @Test
  void twoAreComparedInTheWindow(FxRobot robot) throws Exception {
    Path other = Files.write(chest.resolveSibling("b.toy"), ToyChest.usual("hallo"));
    robot.interact(() -> new Comparing(window.workbench.context()).compare(List.of(chest, other)));
    Await.allEnded(window.workbench.jobs());
    TableView<LoadedRow<Row>> rows = robot.lookup("#compare-rows").queryTableView();
    assertThat(rows.getItems())
        .extracting(row -> Objects.requireNonNull(row.content()).key())
        .contains("axpy", "notes");
    window.picture(robot, "toy-compare");
  }

  @Test
  void findFindsItsParts(FxRobot robot) {
    window.open(robot, chest);
    TextField find = robot.lookup("#find-field").queryAs(TextField.class);
    robot.interact(
        () -> {
          find.requestFocus();
          find.setText("notes");
        });
    ListView<?> list = robot.lookup("#find-list").queryListView();
    assertThat(list.getItems()).isNotEmpty();
    assertThat(texts(robot, "#find-list .find-hit .label"))
        .anyMatch(text -> text.contains("notes"));
  }
}
