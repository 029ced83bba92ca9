package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.StatusBar.StatusModel;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class StatusBarWidthTest {
  private final StatusBar bar = new StatusBar();

  @Start
  void start(Stage stage) {
    stage.setScene(new Scene(bar, 800, 40));
    stage.show();
  }

  @Test
  void longSumsNeitherWidenTheWindowNorCutWhatIsSelected(FxRobot robot) {
    robot.interact(
        () -> {
          bar.show(new StatusModel("0x10", "", "", "owner program header"));
          bar.sums("all of the binaries have their code ".repeat(20));
        });
    Label owner = robot.lookup("#status-owner").queryAs(Label.class);
    Label sums = robot.lookup("#status-sums").queryAs(Label.class);
    assertThat(owner.getWidth()).isGreaterThanOrEqualTo(Math.floor(owner.prefWidth(-1)));
    assertThat(bar.minWidth(-1)).isLessThan(400);
    assertThat(sums.localToScene(sums.getLayoutBounds()).getMaxX()).isLessThanOrEqualTo(800);
    assertThat(sums.getTooltip().getText()).startsWith("all of the binaries");
  }
}
