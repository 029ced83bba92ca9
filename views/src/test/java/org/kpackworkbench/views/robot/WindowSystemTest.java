package org.kpackworkbench.views.robot;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/**
 * The screen that tests tagged {@code xvfb} get is a real one: the window is managed and takes
 * keys.
 */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class WindowSystemTest {
  @Start
  void show(Stage stage) {
    TextField field = new TextField();
    field.setId("field");
    stage.setScene(new Scene(new StackPane(field), 300, 100));
    stage.show();
  }

  @Test
  void theWindowHasTheFocusAndTakesKeys(FxRobot robot) {
    assertThat(System.getProperty("glass.platform")).isEqualTo("gtk");
    TextField field = robot.lookup("#field").queryAs(TextField.class);
    robot.clickOn(field).type(KeyCode.G, KeyCode.F, KeyCode.X);
    Await.until("the keys", () -> field.getText().equals("gfx"));
    assertThat(field.getScene().getWindow().isFocused()).isTrue();
  }
}
