package org.kpackworkbench.views.findings;

import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.testfx.framework.junit5.Start;

/** The same clicks under a window manager. */
@Tag("xvfb")
class FindingsDisplayTest extends FindingsClickTest {
  @Override
  @Start
  void start(Stage primary) {
    super.start(primary);
  }
}
