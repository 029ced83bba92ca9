package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.control.Labeled;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.WorkspaceRows;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The workspace tree in the real window. */
@ExtendWith(WindowRobot.class)
class WorkspaceTreeTest {
  private static final String BEGIN = "rocblas_development_library_for_";

  @TempDir Path temp;
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
    primary.setWidth(1024);
    primary.setHeight(700);
  }

  private static TreeCell<?> cell(FxRobot robot, String text) {
    return Await.until(
        "the row " + text,
        () ->
            robot.lookup("#workspace-tree .tree-cell").queryAllAs(TreeCell.class).stream()
                .filter(
                    each ->
                        each.getTreeItem() != null
                            && WorkspaceRows.text(each.getTreeItem()).startsWith(text))
                .filter(each -> each.isVisible() && each.getWidth() > 0)
                .<TreeCell<?>>map(each -> each)
                .findFirst());
  }

  private static String shown(FxRobot robot, String text) {
    TreeCell<?> cell = cell(robot, text);
    return robot
        .from(cell)
        .lookup(".workspace-row > .label")
        .queryAllAs(Labeled.class)
        .iterator()
        .next()
        .getText();
  }

  @Test
  void keepsThePartOfANameInWhichSiblingsDiffer(FxRobot robot) throws Exception {
    Path folder = Files.createDirectories(temp.toRealPath().resolve("lib"));
    List<String> parts = List.of("gfx90a_with_xnack", "gfx942_plain", "gfx1100_plain");
    for (String part : parts) {
      Files.copy(
          fixture("kernels_gfx1100.kpack"),
          folder.resolve(BEGIN + part + "_and_its_kernels.kpack"));
    }
    window.open(robot, folder);
    TreeView<?> tree = robot.lookup("#workspace-tree").queryAs(TreeView.class);
    robot.interact(
        () -> {
          TreeItem<?> file = Objects.requireNonNull(tree.getTreeItem(0));
          TreeKeys.expand(file);
        });
    for (String part : parts) {
      assertThat(shown(robot, BEGIN + part)).contains(part.substring(3, 6)).contains("…");
    }
    window.picture(robot, "workspace-names");
  }

  /** The events of a mouse; those of the headless platform count as made from touches. */
  private static void fire(FxRobot robot, TreeCell<?> cell, EventType<MouseEvent> type) {
    Point2D at = cell.localToScene(cell.getWidth() / 2, cell.getHeight() / 2);
    robot.interact(
        () ->
            Event.fireEvent(
                cell,
                new MouseEvent(
                    type,
                    at.getX(),
                    at.getY(),
                    at.getX(),
                    at.getY(),
                    MouseButton.PRIMARY,
                    1,
                    false,
                    false,
                    false,
                    false,
                    type == MouseEvent.MOUSE_PRESSED,
                    false,
                    false,
                    false,
                    false,
                    true,
                    null)));
  }

  @Test
  void aPressDoesNotSwitchTheTabBeforeADrag(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    window.open(robot, fixture("libmixed.so"));
    TreeCell<?> cell = cell(robot, "libmany.so");
    fire(robot, cell, MouseEvent.MOUSE_PRESSED);
    TreeView<?> tree = robot.lookup("#workspace-tree").queryAs(TreeView.class);
    assertThat(WorkspaceRows.text(tree.getSelectionModel().getSelectedItem()))
        .isEqualTo("libmany.so");
    assertThat(Objects.requireNonNull(window.workbench.files().active()).path())
        .isEqualTo(fixture("libmixed.so"));
    fire(robot, cell, MouseEvent.MOUSE_RELEASED);
    Await.until(
        "the other file",
        () ->
            Objects.requireNonNull(window.workbench.files().active())
                .path()
                .equals(fixture("libmany.so")));
  }
}
