package org.kpackworkbench.views.kit.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class EscapeTest {
  private final AtomicInteger closed = new AtomicInteger();

  @Start
  void start(Stage stage) {
    ScrollPane greedy = new ScrollPane(new Label("content"));
    greedy.addEventHandler(KeyEvent.KEY_PRESSED, KeyEvent::consume);
    StackPane pane = new StackPane(greedy);
    DesktopDialogs.closeByEscape(pane, closed::incrementAndGet);
    stage.setScene(new Scene(pane, 200, 100));
    stage.show();
    greedy.requestFocus();
  }

  @Test
  void theFirstEscapeClosesWhateverHasTheFocus(FxRobot robot) {
    robot.push(KeyCode.A);
    assertThat(closed).hasValue(0);
    robot.push(KeyCode.ESCAPE);
    assertThat(closed).hasValue(1);
  }
}
