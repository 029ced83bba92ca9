package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.testfx.matcher.control.LabeledMatchers.hasText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.spi.CodeObjectExport;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Opening, tabs, and keeping tree, views, bytes and breadcrumb in step. */
class WorkbenchTest extends ShellTest {
  @Start
  void start(Stage primary) {
    show(primary);
  }

  private FakeFile open(FxRobot robot, String name) throws IOException {
    Path path = file(name);
    robot.interact(() -> workbench.openAll(List.of(path)));
    return loaded.get(path);
  }

  private static TabPane tabs(FxRobot robot) {
    return robot.lookup("#file-tabs").queryAs(TabPane.class);
  }

  private static List<String> titles(FxRobot robot) {
    return tabs(robot).getTabs().stream().map(Tab::getText).toList();
  }

  private static String selectedRow(FxRobot robot) {
    TreeView<WorkspaceRow> tree = robot.lookup("#workspace-tree").query();
    TreeItem<WorkspaceRow> item = tree.getSelectionModel().getSelectedItem();
    return item == null ? "" : item.getValue().text();
  }

  private static String text(FxRobot robot, String id) {
    return robot.lookup(id).queryAs(Label.class).getText();
  }

  private static List<String> crumbs(FxRobot robot) {
    return robot.lookup("#breadcrumb .crumb").queryAllAs(Button.class).stream()
        .map(Button::getText)
        .toList();
  }

  @Test
  void filesOfOneNameAreToldApartInTabsAndTree(FxRobot robot) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String folder : List.of("before", "after")) {
      Files.createDirectories(temp.resolve(folder));
      files.add(file(folder + "/libalike.so"));
    }
    robot.interact(() -> workbench.openAll(files));
    assertThat(robot.lookup("#file-tabs").queryAs(TabPane.class).getTabs())
        .extracting(Tab::getText)
        .containsExactly("libalike.so — before", "libalike.so — after");
    assertThat(robot.lookup("#workspace-tree .tree-cell").queryAllAs(TreeCell.class))
        .extracting(cell -> String.valueOf(cell.getAccessibleText()).strip())
        .contains("libalike.so — before", "libalike.so — after");
    robot.interact(() -> workbench.files().close(workbench.files().sessions().getFirst()));
    assertThat(robot.lookup("#workspace-tree .tree-cell").queryAllAs(TreeCell.class))
        .extracting(cell -> String.valueOf(cell.getAccessibleText()).strip())
        .contains("libalike.so");
  }

  @Test
  void theChooserOpensFilesInTabs(FxRobot robot) throws IOException {
    assertThat(titles(robot)).containsExactly("Welcome");
    dialogs.files = List.of(file("a.so"), file("b.kpack"));
    robot.clickOn("#welcome-open");
    assertThat(titles(robot)).containsExactly("a.so", "b.kpack");
    assertThat(tabs(robot).getSelectionModel().getSelectedItem().getText()).isEqualTo("b.kpack");
    assertThat(stage.getTitle()).isEqualTo("b.kpack — Kpack Workbench");
  }

  @Test
  void nothingIsOpenedWhenTheUserChangesHisMind(FxRobot robot) {
    robot.push(KeyCode.CONTROL, KeyCode.O);
    assertThat(titles(robot)).containsExactly("Welcome");
  }

  @Test
  void droppedFilesAndFoldersAreOpened(FxRobot robot) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("dropped"));
    Path inside = Files.writeString(folder.resolve("inside.so"), "x");
    robot.interact(
        () -> {
          assertThat(
                  new FileDrop(workbench::openAll)
                      .dropped(List.of(folder.toFile(), temp.resolve("c.so").toFile())))
              .isTrue();
          assertThat(new FileDrop(workbench::openAll).dropped(List.of())).isFalse();
        });
    assertThat(titles(robot)).containsExactly("inside.so", "c.so");
    assertThat(loaded).containsKey(inside);
  }

  @Test
  void whatAnotherInstanceOpenedIsInTheMenuWhenItOpens(FxRobot robot) throws IOException {
    open(robot, "a.so");
    state.list("recentFiles", List.of(temp.resolve("other.so").toString()));
    Menu file = robot.lookup(".menu-bar").queryAs(MenuBar.class).getMenus().getFirst();
    robot.clickOn("#menu-file");
    Menu recent =
        (Menu)
            file.getItems().stream()
                .filter(item -> "menu-recent".equals(item.getId()))
                .findFirst()
                .orElseThrow();
    Await.until(
        "the file of the other instance",
        () -> recent.getItems().getFirst().getText().startsWith("other.so"));
    robot.type(KeyCode.ESCAPE);
  }

  @Test
  void filesOverTheWindowAreAnnounced(FxRobot robot) {
    FileDrop drop = new FileDrop(workbench::openAll);
    StackPane pane = (StackPane) stage.getScene().getRoot();
    robot.interact(
        () -> {
          pane.getChildren().removeIf(node -> "drop-highlight".equals(node.getId()));
          drop.install(pane);
          drop.over(2);
        });
    Node highlight = Await.node("#drop-highlight");
    assertThat(robot.lookup(".drop-words").queryLabeled().getText())
        .isEqualTo("Drop to open 2 files");
    assertThat(highlight.getBoundsInParent().getWidth()).isEqualTo(pane.getWidth());
    assertThat(highlight.isMouseTransparent()).isTrue();
    robot.interact(() -> drop.over(0));
    Await.noNode("#drop-highlight");
  }

  @Test
  void aRowOfTheTreeIsDraggedAsItsFile(FxRobot robot) throws IOException {
    open(robot, "a.so");
    WorkspaceTree tree = robot.lookup("#workspace").queryAs(WorkspaceTree.class);
    robot.interact(() -> tree.tree().getSelectionModel().select(0));
    assertThat(tree.dragged())
        .isEqualTo(new CodeObjectExport.Dragged.Files(List.of(temp.resolve("a.so"))));
  }

  @Test
  void recentFilesStandOnTheFirstPageAndInTheMenu(FxRobot robot) throws IOException {
    open(robot, "a.so");
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(titles(robot)).containsExactly("Welcome");
    Hyperlink link = robot.from(robot.lookup("#welcome")).lookup(".hyperlink").query();
    assertThat(link.getText()).isEqualTo("a.so");
    robot.clickOn(link);
    assertThat(titles(robot)).containsExactly("a.so");
    // The entry opens its own menu when the mouse comes to it, so a click on it would be luck.
    robot.clickOn("#menu-file").moveTo("#menu-recent");
    Node file =
        Await.until(
            "the file in the menu of recent files",
            () ->
                robot
                    .lookup(".menu-item")
                    .<Node>match(node -> node.isVisible() && label(node).startsWith("a.so"))
                    .tryQuery());
    robot.clickOn(file);
    assertThat(titles(robot)).as("it is open already").containsExactly("a.so");
  }

  private static String label(Node item) {
    return item.lookup(".label") instanceof Label label ? label.getText() : "";
  }

  @Test
  void openingAFolderAddsWhatIsFound(FxRobot robot) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("folder"));
    Files.writeString(folder.resolve("x.so"), "x");
    Files.writeString(folder.resolve("y.so"), "x");
    dialogs.folder = Optional.of(folder);
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.O);
    assertThat(titles(robot)).containsExactly("x.so", "y.so");
  }

  @Test
  void theSampleIsOfferedAndOpened(FxRobot robot) {
    robot.clickOn("#welcome-open-sample");
    assertThat(sample).containsExactly("opened");
  }

  @Test
  void selectedBytesSelectTheirOwnerEverywhere(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(
        () -> bytes.selection.set(new Place.Bytes(file.place, new ByteRange(0x2900, 16))));
    Place.CodeObject owner = file.objects.get(1);
    assertThat(workbench.navigator().current())
        .isEqualTo(new Place.Bytes(owner, new ByteRange(0x2900, 16)));
    assertThat(selectedRow(robot)).isEqualTo("gfx1030");
    assertThat(inspector.shown.getLast().range()).isEqualTo(new ByteRange(0x2900, 16));
    assertThat(text(robot, "#status-offset")).isEqualTo("0x2900");
    assertThat(text(robot, "#status-address")).isEqualTo("addr 0x12900");
    assertThat(text(robot, "#status-length")).isEqualTo("sel 16 bytes");
    assertThat(text(robot, "#status-owner")).isEqualTo("owner gfx1030");
    assertThat(crumbs(robot))
        .containsExactly("a.so", ".hip_fatbin", "bundle 0", owner.label(), "0x2900, 16 bytes");
    assertThat(bytes.shown).as("the pane that reported it is not notified").doesNotContain(owner);
    assertThat(tabs(robot).getTabs()).hasSize(1);
    // The view behind shows it as soon as it becomes active.
    robot.interact(() -> workbench.showView("objects"));
    assertThat(views.get("a.so/objects").shown).containsExactly(owner);
  }

  @Test
  void selectingInAViewMovesTheOthersAndLeavesItInFront(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(() -> workbench.showView("sections"));
    robot.clickOn(hasText(".hip_fatbin"));
    assertThat(workbench.navigator().current()).isEqualTo(file.fat);
    assertThat(bytes.shown.getLast()).isEqualTo(file.fat);
    assertThat(views.get("a.so/sections").shown).as("no echo").isEmpty();
    assertThat(text(robot, "#status-sums")).isEqualTo("2 sections");
  }

  @Test
  void aClickInTheTreeBringsAViewInFrontThatShowsIt(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(
        () -> {
          TreeView<WorkspaceRow> tree = robot.lookup("#workspace-tree").query();
          tree.getRoot().getChildren().getFirst().setExpanded(true);
        });
    robot.clickOn(hasText(".text"));
    assertThat(workbench.navigator().current()).isEqualTo(file.text);
    assertThat(views.get("a.so/sections").shown).containsExactly(file.text);
    assertThat(bytes.shown.getLast()).isEqualTo(file.text);
    robot.type(KeyCode.DOWN, KeyCode.RIGHT, KeyCode.DOWN);
    assertThat(workbench.navigator().current()).isEqualTo(file.objects.get(0));
    robot.type(KeyCode.BACK_SPACE);
    assertThat(selectedRow(robot)).as("to the parent").isEqualTo("bundle 0");
  }

  @Test
  void aPinnedViewStaysWhereItIs(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(
        () -> {
          workbench.showView("sections");
          workbench.navigator().go(file.text);
          workbench.actions().run(ActionId.PIN_VIEW);
          workbench.navigator().go(file.fat);
        });
    assertThat(views.get("a.so/sections").shown).containsExactly(file.text);
    assertThat(workbench.actions().get(ActionId.PIN_VIEW).selectedProperty().get()).isTrue();
    robot.interact(
        () -> {
          workbench.actions().run(ActionId.PIN_VIEW);
          workbench.navigator().go(file.fat);
        });
    assertThat(views.get("a.so/sections").shown).containsExactly(file.text, file.fat);
  }

  @Test
  void backAndForwardGoAcrossFiles(FxRobot robot) throws IOException {
    FakeFile a = open(robot, "a.so");
    robot.interact(() -> workbench.navigator().go(a.fat));
    FakeFile b = open(robot, "b.so");
    robot.interact(() -> workbench.navigator().go(b.text));
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(workbench.navigator().current()).isEqualTo(a.fat);
    assertThat(tabs(robot).getSelectionModel().getSelectedItem().getText()).isEqualTo("a.so");
    assertThat(bytes.file).isSameAs(a);
    robot.clickOn("#tool-forward").clickOn("#tool-forward");
    assertThat(workbench.navigator().current()).isEqualTo(b.text);
    assertThat(bytes.file).isSameAs(b);
  }

  @Test
  void goingToAPlaceInAClosedFileOpensItAgain(FxRobot robot) throws IOException {
    FakeFile a = open(robot, "a.so");
    robot.interact(() -> workbench.navigator().go(a.objects.get(0)));
    open(robot, "b.so");
    robot.interact(() -> workbench.files().close(workbench.files().find(a.path).orElseThrow()));
    assertThat(a.closed).isTrue();
    robot.push(KeyCode.ALT, KeyCode.LEFT);
    assertThat(titles(robot)).containsExactly("b.so", "a.so");
    assertThat(loaded.get(a.path)).isNotSameAs(a);
    assertThat(selectedRow(robot)).isEqualTo("gfx90a:xnack+");
  }

  @Test
  void aCrumbGoesToItsPlace(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(() -> workbench.navigator().go(file.objects.get(0)));
    robot.clickOn(hasText(".hip_fatbin"));
    assertThat(workbench.navigator().current()).isEqualTo(file.fat);
  }

  @Test
  void viewsAreMadeWhenTheyComeInFrontAndDisposedWithTheirFile(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    assertThat(views.get("a.so/overview").nodeMade).isTrue();
    assertThat(views.get("a.so/objects").nodeMade).isFalse();
    robot.push(KeyCode.CONTROL, KeyCode.W);
    assertThat(views.get("a.so/overview").disposed).isTrue();
    assertThat(file.closed).isTrue();
    assertThat(bytes.file).isNull();
  }

  @Test
  void reloadingKeepsTheViewAndThePlace(FxRobot robot) throws IOException {
    FakeFile file = open(robot, "a.so");
    robot.interact(() -> workbench.navigator().go(file.objects.get(1)));
    FakeView before = views.get("a.so/objects");
    robot.push(KeyCode.F5);
    FakeView after = views.get("a.so/objects");
    assertThat(after).isNotSameAs(before);
    assertThat(before.disposed).isTrue();
    assertThat(after.shown).containsExactly(file.objects.get(1));
    assertThat(bytes.file).isSameAs(loaded.get(file.path));
    assertThat(selectedRow(robot)).isEqualTo("gfx1030");
  }

  @Test
  void filesAreSteppedThroughByKey(FxRobot robot) throws IOException {
    FakeFile a = open(robot, "a.so");
    open(robot, "b.so");
    robot.push(KeyCode.ALT, KeyCode.PAGE_DOWN);
    assertThat(workbench.files().active().path()).isEqualTo(a.path);
  }
}
