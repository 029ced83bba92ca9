package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;

/** Tests in the real window, which a method with {@code @Start} of the class itself makes. */
@ExtendWith(WindowRobot.class)
public abstract class WindowTest {
  protected StandardWindow window;

  /** Opens a file and selects one of its views. */
  protected void show(FxRobot robot, Path file, String view) {
    window.open(robot, file);
    robot.interact(() -> assertThat(window.workbench.showView(view)).isTrue());
    layout(robot);
  }

  protected void layout(FxRobot robot) {
    robot.interact(
        () -> {
          window.stage.getScene().getRoot().applyCss();
          window.stage.getScene().getRoot().layout();
        });
  }
}
