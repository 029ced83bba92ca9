package org.kpackworkbench.views.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** F6 and Shift+F6 in the real window. */
@ExtendWith(WindowRobot.class)
class PanesTest {
  private StandardWindow window;

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
  }

  private Node owner() {
    return window.stage.getScene().getFocusOwner();
  }

  /** The names of what had the focus, one for each time that the keys were pressed. */
  private List<String> press(FxRobot robot, int times, KeyCode... keys) {
    List<String> had = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      robot.push(keys);
      had.add(owner().getId() == null ? owner().getStyleClass().getFirst() : owner().getId());
    }
    return had;
  }

  @Test
  void theFocusGoesThroughThePanesAndBack(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    robot.interact(
        () -> {
          window.workbench.showView("sections");
          window.stage.getScene().lookup("#workspace-tree").requestFocus();
        });
    robot.interact(() -> window.stage.getScene().lookup("#sections").requestFocus());
    assertThat(press(robot, 4, KeyCode.F6))
        .containsExactly("hex-view", "inspector-little", "workspace-tree", "sections");
    assertThat(press(robot, 4, KeyCode.SHIFT, KeyCode.F6))
        .containsExactly("workspace-tree", "inspector-little", "hex-view", "sections");
  }

  @Test
  void hiddenPanesAreLeftOutAndThoseThatOpenedAreThere(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    robot.interact(
        () -> {
          window.workbench.actions().run(ActionId.SHOW_BYTES);
          window.workbench.actions().run(ActionId.SHOW_INSPECTOR);
          window.workbench.actions().run(ActionId.SHOW_DOCK);
          window.stage.getScene().lookup("#workspace-tree").requestFocus();
        });
    List<String> had = press(robot, 3, KeyCode.F6);
    assertThat(had).last().isEqualTo("workspace-tree");
    assertThat(had.get(1)).isEqualTo("findings-verify");
    robot.interact(() -> window.workbench.actions().run(ActionId.CLOSE_ALL));
    assertThat(press(robot, 1, KeyCode.F6)).doesNotContain("hex-view");
  }
}
