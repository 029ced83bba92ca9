package org.kpackworkbench.views.kit.text;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class SizeLabelTest {
  @Start
  void show(Stage stage) {
    SizeLabel label = new SizeLabel(26_034_176);
    label.setId("size");
    stage.setScene(new Scene(new StackPane(label), 200, 100));
    stage.show();
  }

  @Test
  void showsTheSizeAndTellsTheExactCount(FxRobot robot) {
    SizeLabel label = robot.lookup("#size").queryAs(SizeLabel.class);
    assertThat(label.getText()).isEqualTo("24.8 MiB");
    assertThat(label.getTooltip().getText()).isEqualTo("26 034 176 B");
    assertThat(label.getAccessibleText()).isEqualTo("26 034 176 B");
    assertThat(label.getWidth()).isPositive();
  }
}
