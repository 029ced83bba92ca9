package org.kpackworkbench.views.window.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.ButtonType;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.window.shell.AboutView.AboutText;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** The About dialog says its version in full. */
@ExtendWith(WindowRobot.class)
class AboutViewTest {
  @Start
  void start(Stage stage) {
    stage.show();
  }

  @Test
  void aLongVersionIsNotCut(FxRobot robot) {
    String version = "10.11.12-SNAPSHOT+a-long-word";
    String[] shown = new String[1];
    robot.interact(
        () -> {
          DialogPane pane = new DialogPane();
          pane.setContent(new AboutView(new AboutText(version, List.of("Java 25"))));
          pane.getButtonTypes().setAll(ButtonType.CLOSE);
          Scene scene = Snapshots.offScreen(pane, 420, 320, Theme.DARK);
          Snapshots.of(scene);
          Label name = (Label) pane.lookup("#about-name");
          shown[0] = ((Text) name.lookup(".text")).getText();
        });
    assertThat(shown[0].replaceAll("\\s+", " ")).isEqualTo("Kpack Workbench " + version);
  }
}
