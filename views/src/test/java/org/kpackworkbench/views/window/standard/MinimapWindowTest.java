package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The strip beside the bytes is hidden and shown by a key, and stays so. */
@ExtendWith(WindowRobot.class)
class MinimapWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage stage) {
    window = new StandardWindow(stage);
  }

  private static boolean shown(FxRobot robot) {
    return robot.lookup("#minimap").<Node>query().isVisible();
  }

  @Test
  void aKeyHidesItAndTheNextFileHasNoneEither(FxRobot robot) {
    window.open(robot, fixture("libmany.so"));
    assertThat(shown(robot)).isTrue();
    double wide = robot.lookup(".hex-view").query().getLayoutBounds().getWidth();
    robot.push(KeyCode.SHORTCUT, KeyCode.SHIFT, KeyCode.B);
    assertThat(shown(robot)).isFalse();
    assertThat(robot.lookup(".hex-view").query().getLayoutBounds().getWidth())
        .as("the bytes have its room")
        .isGreaterThan(wide);
    assertThat(window.workbench.context().remembered().text("bytes.minimap")).contains("hidden");
    window.open(robot, fixture("libmixed.so"));
    assertThat(shown(robot)).isFalse();
    robot.interact(() -> window.workbench.actions().run(ActionId.SHOW_MINIMAP));
    assertThat(shown(robot)).isTrue();
    assertThat(window.workbench.context().remembered().text("bytes.minimap")).contains("shown");
  }
}
