package org.kpackworkbench.views.format.miopen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.window.standard.StandardWindow;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** MIOpen's text databases in the real window. */
@ExtendWith(WindowRobot.class)
class MiopenTextWindowTest {
  private StandardWindow window;

  @Start
  void start(Stage primary) {
    window = new StandardWindow(primary);
  }

  @Test
  void recordsAreRowsThatFilter(FxRobot robot) throws IOException {
    window.open(robot, StandardWindow.fixture("gfx1100.fdb.txt"));
    OpenedFile file = window.activeFile();
    assertThat(file.icon()).isEqualTo(KpackIcon.DATABASE);
    assertThat(robot.lookup(".overview-sentence").queryAllAs(Label.class))
        .extracting(Label::getText)
        .containsExactly("gfx1100.fdb.txt is a MIOpen text database.", "It has 3 records.");
    window.picture(robot, "miopen-overview");

    robot.interact(() -> assertThat(window.workbench.showView("parts")).isTrue());
    TableView<?> parts = robot.lookup("#parts").queryAs(TableView.class);
    assertThat(StandardWindow.cells(parts, "Line")).containsExactly("1", "2", "3");
    window.picture(robot, "miopen-parts");

    robot.clickOn("#filter").write("values:GemmFwdRest name:fp16").type(KeyCode.ENTER);
    assertThat(StandardWindow.cells(parts, "Line")).containsExactly("3");
  }
}
