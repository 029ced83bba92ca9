package org.kpackworkbench.views.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.control.Labeled;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextInputControl;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.window.standard.WindowTest;
import org.testfx.api.FxRobot;

/** The real window with a file that is edited. */
public abstract class EditWindow extends WindowTest {
  @TempDir protected Path temp;

  /** Opens a file with its editor. */
  protected void edit(FxRobot robot, Path file) {
    show(robot, file, "edit");
  }

  protected static List<String> history(FxRobot robot) {
    return robot.lookup("#edit-history").queryListView().getItems().stream()
        .map(Object::toString)
        .toList();
  }

  /** The title of the active tab. */
  protected static String tab(FxRobot robot) {
    Tab active =
        robot.lookup("#file-tabs").queryAs(TabPane.class).getSelectionModel().getSelectedItem();
    return active.getText();
  }

  protected static String message(FxRobot robot) {
    return robot.lookup("#edit .message-bar .label").queryAllAs(Labeled.class).stream()
        .map(Labeled::getText)
        .collect(Collectors.joining(" "));
  }

  protected static void fill(FxRobot robot, String field, String text) {
    robot.interact(
        () -> {
          TextInputControl input = robot.lookup(field).queryAs(TextInputControl.class);
          input.requestFocus();
          input.setText(text);
        });
  }

  protected void run(FxRobot robot, ActionId id) {
    robot.interact(() -> assertThat(window.workbench.actions().run(id)).as(id.text()).isTrue());
  }
}
