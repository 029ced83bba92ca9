package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.MouseButton;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.table.TreeKeys;
import org.kpackworkbench.views.robot.Await;
import org.kpackworkbench.views.window.shell.WorkspaceRows;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** Rows of the workspace tree dragged out of the window, under a window manager. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class WorkspaceDragTest {
  private StandardWindow window;
  private final List<File> dropped = new ArrayList<>();

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
    Label target = new Label("Drop here");
    target.setId("drop-target");
    StackPane pane = new StackPane(target);
    pane.setOnDragOver(event -> event.acceptTransferModes(TransferMode.COPY));
    pane.setOnDragDropped(
        event -> {
          dropped.addAll(event.getDragboard().getFiles());
          event.setDropCompleted(true);
        });
    Stage other = new Stage();
    other.setScene(new Scene(pane, 300, 200));
    other.setX(1100);
    other.setY(300);
    other.show();
  }

  private void drag(FxRobot robot, String text) {
    TreeCell<?> cell =
        Await.until(
            "the row " + text,
            () ->
                robot.lookup("#workspace-tree .tree-cell").queryAllAs(TreeCell.class).stream()
                    .filter(
                        each ->
                            each.getTreeItem() != null
                                && WorkspaceRows.text(each.getTreeItem()).startsWith(text))
                    .map(each -> (TreeCell<?>) each)
                    .findFirst());
    robot.moveTo(cell).press(MouseButton.PRIMARY);
    Await.settled();
    robot.moveBy(12, 4).moveBy(12, 4).moveTo("#drop-target").moveBy(3, 3);
    robot.release(MouseButton.PRIMARY);
    Await.until("the drop", () -> !dropped.isEmpty());
  }

  @Test
  void aFileAndACodeObjectAreFilesElsewhere(FxRobot robot) throws IOException {
    window.open(robot, fixture("libmany.so"));
    drag(robot, "libmany.so");
    assertThat(dropped).containsExactly(fixture("libmany.so").toFile());
    dropped.clear();
    TreeView<?> tree = robot.lookup("#workspace-tree").queryAs(TreeView.class);
    robot.interact(
        () -> {
          TreeItem<?> file = Objects.requireNonNull(tree.getTreeItem(0));
          TreeKeys.expand(file);
        });
    drag(robot, "gfx");
    assertThat(dropped).hasSize(1);
    assertThat(Files.readAllBytes(dropped.getFirst().toPath())).startsWith(0x7f, 'E', 'L', 'F');
  }
}
