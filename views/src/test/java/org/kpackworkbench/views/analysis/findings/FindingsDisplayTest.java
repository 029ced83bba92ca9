package org.kpackworkbench.views.analysis.findings;

import javafx.stage.Stage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;

/** The same clicks under a window manager. */
@Tag("xvfb")
@ExtendWith(ApplicationExtension.class)
class FindingsDisplayTest extends FindingsClicks {
  @Override
  @Start
  void start(Stage primary) {
    super.start(primary);
  }
}
