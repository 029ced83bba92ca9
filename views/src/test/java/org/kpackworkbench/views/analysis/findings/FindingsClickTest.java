package org.kpackworkbench.views.analysis.findings;

import javafx.stage.Stage;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.framework.junit5.Start;

/** The clicks without a display. */
@ExtendWith(WindowRobot.class)
class FindingsClickTest extends FindingsClicks {
  @Override
  @Start
  void start(Stage primary) {
    super.start(primary);
  }
}
