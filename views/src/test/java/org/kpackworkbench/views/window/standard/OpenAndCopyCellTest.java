package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.WorkspaceRows;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Open, Compare With and Copy Cell in the context menus of what shows code objects. */
@ExtendWith(WindowRobot.class)
class OpenAndCopyCellTest {
  @TempDir static Path folder;
  private StandardWindow window;

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
  }

  private Path archive() throws IOException {
    return ArchiveFiles.misfiled(folder, fixture("axpy-gfx1100.hsaco"), "gfx906");
  }

  private void show(FxRobot robot, Path file, String view) {
    window.open(robot, file);
    robot.interact(() -> assertThat(window.workbench.showView(view)).isTrue());
  }

  /** What can be chosen now in the context menu of a control, by the ids of its items. */
  private static List<String> offered(Control control) {
    return control.getContextMenu().getItems().stream()
        .filter(item -> item.isVisible() && !item.isDisable())
        .map(MenuItem::getId)
        .filter(Objects::nonNull)
        .toList();
  }

  private Place here() {
    return Objects.requireNonNull(window.workbench.navigator().current());
  }

  private static String view(FxRobot robot) {
    return robot
        .lookup(".view-tabs")
        .queryAs(TabPane.class)
        .getSelectionModel()
        .getSelectedItem()
        .getId();
  }

  private static Control control(FxRobot robot, String query) {
    return robot.lookup(query).queryAs(Control.class);
  }

  @Test
  void everyMenuOfACodeObjectOpensAndComparesIt(FxRobot robot) throws IOException {
    show(robot, archive(), "contents");
    TableView<?> rows = robot.lookup("#archive-table").queryTableView();
    robot.interact(
        () -> {
          rows.requestFocus();
          rows.getSelectionModel().clearAndSelect(rows.getItems().size() - 1);
        });
    assertThat(offered(rows)).contains("item-open-selected", "item-compare-with", "item-copy-cell");
    assertThat(offered(control(robot, "#workspace-tree")))
        .contains("item-open-selected", "item-compare-with");
    Place.CodeObject code = (Place.CodeObject) here();
    robot.interact(() -> window.workbench.showView("edit"));
    Control edited = control(robot, "#edit-rows");
    robot.interact(
        () -> {
          edited.requestFocus();
          ((TableView<?>) edited).getSelectionModel().clearAndSelect(0);
        });
    assertThat(offered(edited)).contains("item-compare-with", "item-copy-cell");
    robot.interact(() -> window.workbench.navigator().go(code));
    robot.interact(() -> window.workbench.actions().run(ActionId.OPEN_SELECTED));
    assertThat(here()).isEqualTo(CodeObjectPlaces.inside(code));
  }

  @Test
  void bundlesAndListsOfCodeObjectsHaveThem(FxRobot robot) {
    show(robot, fixture("libmany.so"), "bundles");
    TableView<?> bundles = (TableView<?>) control(robot, "#bundles");
    robot.interact(
        () -> {
          bundles.requestFocus();
          for (int row = 0; row < bundles.getItems().size(); row++) {
            bundles.getSelectionModel().clearAndSelect(row);
            if (window.workbench.actions().get(ActionId.OPEN_SELECTED).enabledProperty().get()) {
              return;
            }
          }
        });
    assertThat(offered(bundles))
        .contains("item-open-selected", "item-compare-with", "item-copy-cell");
    robot.interact(() -> window.workbench.actions().run(ActionId.OPEN_SELECTED));
    assertThat(CodeObjectPlaces.around(here())).isNotNull();
    robot.interact(() -> window.workbench.showView("code-objects"));
    TableView<?> list = robot.lookup("#code-objects").queryTableView();
    robot.interact(
        () -> {
          list.requestFocus();
          list.getSelectionModel().clearAndSelect(0);
        });
    assertThat(offered(list)).contains("item-open-selected", "item-compare-with", "item-copy-cell");
  }

  private static void selectFirst(FxRobot robot, TableView<?> rows) {
    robot.interact(
        () -> {
          rows.requestFocus();
          rows.getSelectionModel().clearAndSelect(0);
        });
  }

  @Test
  void kernelsFindingsAndGridsHaveThem(FxRobot robot) throws IOException {
    show(robot, fixture("kinds-gfx942.hsaco"), "kernels");
    TableView<?> kernels = robot.lookup("#kernels").queryTableView();
    selectFirst(robot, kernels);
    // A kernel is open as soon as it is selected.
    assertThat(offered(kernels)).contains("item-compare-with");
    Path shard = folder.resolve("grids");
    Files.createDirectories(shard.resolve("lib"));
    Files.copy(fixture("libmany.so"), shard.resolve("lib/libmany.so"));
    Files.write(shard.resolve("lib/damaged.kpack"), "KPAK".getBytes(StandardCharsets.US_ASCII));
    window.open(robot, shard);
    robot.interact(() -> window.workbench.showView("coverage"));
    TableView<?> coverage = robot.lookup("#coverage").queryTableView();
    selectFirst(robot, coverage);
    assertThat(offered(coverage)).contains("item-open-selected", "item-compare-with");
    robot.interact(() -> window.workbench.actions().run(ActionId.VERIFY));
    Await.settled();
    Await.node("#findings");
    TableView<?> findings = robot.lookup("#findings").queryTableView();
    robot.interact(
        () -> {
          findings.requestFocus();
          findings.getSelectionModel().clearAndSelect(findings.getItems().size() - 1);
        });
    assertThat(offered(findings)).contains("item-open-selected", "item-compare-with");
  }

  @Test
  void theLoadingGridOpensAndComparesTheBinaryOfACell(FxRobot robot) throws IOException {
    Path tree = folder.resolve("loading");
    Path library = tree.resolve("lib/libmany.so");
    Files.createDirectories(library.getParent());
    Files.copy(fixture("libmany.so"), library);
    show(robot, tree, "resolve");
    Await.settled();
    TableView<?> grid = robot.lookup("#resolve-grid").queryTableView();
    robot.interact(grid::requestFocus);
    assertThat(offered(grid))
        .contains("item-open-selected", "item-compare-with", "item-copy", "item-copy-cell");
    MenuItem open =
        grid.getContextMenu().getItems().stream()
            .filter(item -> "item-open-selected".equals(item.getId()))
            .findFirst()
            .orElseThrow();
    robot.interact(open::fire);
    Await.until("the binary", () -> here().file().equals(library));
  }

  @Test
  void openInTheTreeLeadsIntoTheCodeObject(FxRobot robot) throws IOException {
    show(robot, archive(), "contents");
    TreeView<?> tree = (TreeView<?>) control(robot, "#workspace-tree");
    robot.interact(
        () -> {
          TreeItem<?> file = tree.getTreeItem(0);
          file.setExpanded(true);
          TreeKeys.expand(file);
          tree.requestFocus();
        });
    robot.interact(
        () -> {
          for (int row = 1; row < tree.getExpandedItemCount(); row++) {
            if (WorkspaceRows.text(tree.getTreeItem(row)).startsWith("gfx")) {
              tree.getSelectionModel().select(row);
              return;
            }
          }
        });
    assertThat(here()).isInstanceOf(Place.CodeObject.class);
    String before = view(robot);
    MenuItem open =
        tree.getContextMenu().getItems().stream()
            .filter(item -> "item-open-selected".equals(item.getId()))
            .findFirst()
            .orElseThrow();
    assertThat(open.getText()).startsWith("Open “gfx");
    robot.interact(open::fire);
    assertThat(before).isEqualTo("view-contents");
    assertThat(view(robot)).isNotEqualTo(before);
    assertThat(here()).isInstanceOf(Place.Part.class);
  }

  @Test
  void theCellUnderThePointerIsCopied(FxRobot robot) {
    show(robot, fixture("libmany.so"), "sections");
    robot.clickOn(cell(robot, ".dynsym", 0));
    robot.rightClickOn(cell(robot, ".dynsym", 1));
    Await.node("#item-copy-cell");
    robot.clickOn("#item-copy-cell");
    assertThat(clipboard(robot)).isEqualTo(cell(robot, ".dynsym", 1).getText());
    robot.push(KeyCode.CONTROL, KeyCode.C);
    assertThat(clipboard(robot)).startsWith("#\tName\t").contains("\t.dynsym\t");
    robot.clickOn(cell(robot, ".dynsym", 0));
    robot.push(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.C);
    assertThat(clipboard(robot)).isEqualTo(".dynsym");
  }

  @Test
  void withoutATableThereIsNoCellToCopy(FxRobot robot) {
    show(robot, fixture("libmany.so"), "sections");
    robot.interact(() -> control(robot, "#workspace-tree").requestFocus());
    assertThat(window.workbench.actions().get(ActionId.COPY_CELL).enabledProperty().get())
        .isFalse();
  }

  /** The cell of the row of a section, so many columns behind its name. */
  private static TableCell<?, ?> cell(FxRobot robot, String name, int behind) {
    TableCell<?, ?> first =
        robot.lookup("#sections .table-cell").queryAllAs(TableCell.class).stream()
            .filter(
                cell -> cell.getItem() instanceof RowColumn.Face face && name.equals(face.text()))
            .findFirst()
            .orElseThrow();
    int column = first.getTableView().getVisibleLeafColumns().indexOf(first.getTableColumn());
    return robot.lookup("#sections .table-cell").queryAllAs(TableCell.class).stream()
        .filter(
            cell ->
                cell.getIndex() == first.getIndex()
                    && first.getTableView().getVisibleLeafColumns().indexOf(cell.getTableColumn())
                        == column + behind)
        .findFirst()
        .orElseThrow();
  }

  private static String clipboard(FxRobot robot) {
    String[] text = new String[1];
    robot.interact(() -> text[0] = Clipboard.getSystemClipboard().getString());
    return text[0];
  }
}
